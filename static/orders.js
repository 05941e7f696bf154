// Orders answer while they are typed: complaints stand beside their box, the forecast follows, and what can be chosen
// opens in its place. All of it is the server's own page, asked for again; without this file its buttons do the same.
"use strict";
(() => {
  const form = document.querySelector("form.orders");
  if (!form) return;
  const QUIET = 500;
  let asked = 0, clock = null, plain = false;

  // The page as it would be if this button were pressed; null if it was overtaken by another question.
  const ask = async (name, value) => {
    const mine = ++asked;
    const filled = new URLSearchParams(new FormData(form));
    filled.append(name, value);
    const answer = await fetch(form.action, { method: "POST", body: filled });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("form.orders")) throw new Error(answer.status);
    return mine === asked ? page : null;
  };
  const renew = (page, id) => {
    const [now, then] = [document.getElementById(id), page.getElementById(id)];
    if (now && then && now.innerHTML !== then.innerHTML) now.replaceChildren(...then.childNodes);
  };
  const follow = page => {
    for (const part of document.querySelectorAll("[data-live]")) renew(page, part.id);
    for (const box of form.querySelectorAll("textarea")) {
      const then = page.getElementById(box.id);
      if (then) box.toggleAttribute("aria-invalid", false);
      if (then && then.hasAttribute("aria-invalid")) box.setAttribute("aria-invalid", "true");
    }
  };
  const later = act => { clearTimeout(clock); clock = setTimeout(act, QUIET); };
  const check = () => ask("form-check", "1").then(page => page && follow(page)).catch(() => {});

  form.addEventListener("input", event => {
    if (event.target.tagName === "TEXTAREA") later(check);
    const menu = event.target.closest(".picker");
    if (!menu) return;
    const field = menu.dataset.field;
    later(() => ask("form-pick", field).then(page => page && renew(page, `${field}-preview`)).catch(() => {}));
  });

  form.addEventListener("submit", event => {
    const button = event.submitter;
    if (plain || !button || !["form-pick", "form-add"].includes(button.name)) return;
    event.preventDefault();
    clearTimeout(clock);
    const field = button.value;
    const place = document.getElementById(`${field}-menu`);
    const adds = button.name === "form-add";
    const open = [...place.querySelectorAll("details")].map(one => one.open);
    ask(button.name, field).then(page => {
      if (!page) return;
      const [box, then] = [document.getElementById(field), page.getElementById(field)];
      box.value = then.value;
      box.rows = then.rows;
      follow(page);
      renew(page, place.id);
      // What was put into a box is chosen no more, so its lists fold; of the menus only the one just used stays open.
      if (!adds) place.querySelectorAll("details").forEach((one, at) => { if (at in open) one.open = open[at]; });
      for (const menu of form.querySelectorAll("details.menu")) menu.open = place.contains(menu);
      const first = place.querySelector(adds ? "[name=form-add]" : "summary, select, input");
      if (first) first.focus();
    }).catch(() => { plain = true; button.click(); });
  });
})();
