"""Makes workbooks by their XML: what spreadsheet programs write, and what they would not."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
STYLES = (
    f'<styleSheet xmlns="{MAIN}"><numFmts count="1"><numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm"/></numFmts>'
    '<cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs>'
    "</styleSheet>"
)
DAY, MOMENT, CLOCK = ('s="1"', 's="2"', 's="3"')


def text(name: str, value: str) -> str:
    """The XML of a cell of text."""
    return f'<c r="{name}" t="inlineStr"><is><t>{value}</t></is></c>'


def number(name: str, value: object, style: str = "") -> str:
    """The XML of a cell of a number; style: how it is shown."""
    return f'<c r="{name}" {style}><v>{value}</v></c>'


def write_workbook(
    path: Path,
    sheets: Mapping[str, str],
    *,
    properties: str = "",
    merged: str = "",
    hidden: str = "",
) -> Path:
    """Write a workbook of sheets, each the XML of its cells; merged: the range of merged cells in all of them."""
    merges = f'<mergeCells count="1"><mergeCell ref="{merged}"/></mergeCells>' if merged else ""
    states = {hidden: 'state="hidden"'}
    listed = "".join(
        f'<sheet name="{name}" sheetId="{place}" {states.get(name, "")} r:id="rId{place}"/>'
        for place, name in enumerate(sheets, start=1)
    )
    related = "".join(
        f'<Relationship Id="rId{place}" Type="{RELATIONS}/worksheet" Target="worksheets/sheet{place}.xml"/>'
        for place, _ in enumerate(sheets, start=1)
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" '
        'ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}">{properties}'
        f"<sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{related}'
        f'<Relationship Id="styles" Type="{RELATIONS}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": STYLES,
    } | {
        f"xl/worksheets/sheet{place}.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{cells}</sheetData>'
        f"{merges}</worksheet>"
        for place, cells in enumerate(sheets.values(), start=1)
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{content}')
    return path
