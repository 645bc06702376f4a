
// What is played now is asked for again and replaced.
(() => {
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
    for (const old of document.querySelectorAll("[data-live]")) {
      const fresh = next.getElementById(old.id);
      if (!fresh || old.contains(document.activeElement)) continue;
      for (const details of old.querySelectorAll("details[id]")) {
        const same = fresh.querySelector("#" + CSS.escape(details.id));
        if (same) same.open = details.open;
      }
      if (fresh.innerHTML !== old.innerHTML) old.replaceWith(fresh);
    }
    if (!next.querySelector("[data-refreshes]")) clearInterval(timer);
  };
  const timer = setInterval(refresh, REFRESHED * 1000);
})();
