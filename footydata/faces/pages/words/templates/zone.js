// Without a script times stay in UTC, and say so. Here they become those of the reader's time zone, which is named.
const zoneKey = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
const zone = (zoneKey || "your time zone").replaceAll("_", " ");

// The server begins a day where this cookie says; a day that began elsewhere is asked for again, once.
const zoneCookie = `footydata_zone=${encodeURIComponent(zoneKey)}`;
const isZoneKept = () => document.cookie.split("; ").includes(zoneCookie);
if (zoneKey && !isZoneKept()) {
  document.cookie = `${zoneCookie}; path=/; max-age=31536000; samesite=strict`;
  if (isZoneKept() && zoneKey !== "UTC" && document.querySelector("[data-own-day]")) location.reload();
}

const inOwnZone = (root) => {
  if (zone === "UTC") return;
  for (const each of root.querySelectorAll("time[data-as]")) {
    const moment = new Date(each.dateTime);
    // The language fixes this form: Fri Nov 27 2026 08:30:00 GMT+0100.
    const [weekday, month, day, year, clock] = String(moment).split(" ");
    const time = clock.slice(0, 5);
    const date = /\d{4}$/.test(each.textContent) ? `${+day} ${month} ${year}` : `${weekday} ${+day} ${month}`;
    const isOfDay = root.querySelector("[data-own-day=yes]") || moment.getDate() === moment.getUTCDate();
    const withOtherDay = isOfDay ? time : `${weekday} ${time}`;
    const forms = {
      day: date,
      clock: time,
      time: withOtherDay,
      moment: `${date}, ${time}`,
      beside: `, ${withOtherDay} in ${zone}`,
    };
    each.textContent = forms[each.dataset.as];
  }
  for (const each of root.querySelectorAll("[data-zone]")) {
    each.textContent = `those of ${zone}${each.dataset.zone}`;
  }
};

inOwnZone(document);
