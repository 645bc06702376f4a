
// What is played now is asked for again and replaced; the reader stays at the link or market that has the focus.
(() => {
  const atSamePlace = (focused, fresh) => {
    const address = focused.getAttribute("href");
    if (address) return [...fresh.querySelectorAll("a")].find((each) => each.getAttribute("href") === address);
    const details = focused.closest("details[id]");
    return details ? fresh.querySelector(`#${CSS.escape(details.id)} > summary`) : null;
  };
  const refresh = async () => {
    if (document.hidden) return;
    let next;
    try {
      const response = await fetch(location.href);
      if (!response.ok) return;
      next = new DOMParser().parseFromString(await response.text(), "text/html");
    } catch {
      return;
    }
    inOwnZone(next);
    document.title = next.title;
    for (const old of document.querySelectorAll("[data-live]")) {
      const fresh = next.getElementById(old.id);
      if (!fresh) continue;
      for (const details of old.querySelectorAll("details[id]")) {
        const same = fresh.querySelector("#" + CSS.escape(details.id));
        if (same) same.open = details.open;
      }
      if (fresh.innerHTML === old.innerHTML) continue;
      const focused = old.contains(document.activeElement) ? document.activeElement : null;
      const place = focused && atSamePlace(focused, fresh);
      old.replaceWith(fresh);
      place?.focus({ preventScroll: true });
    }
    if (!next.querySelector("[data-refreshes]")) clearInterval(timer);
  };
  const timer = setInterval(refresh, REFRESHED * 1000);
})();
