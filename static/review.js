// Reviewing by keys: j and k go from one thing to read to the next, o opens its arithmetic, n and p lead to the games that
// want the GM, ? tells the keys. Without this file all of them are links and access keys.
"use strict";
(() => {
  const keys = document.getElementById("keys");
  if (!keys) return;
  const KEPT = "pentade-review-keys";
  const chosen = keys.querySelector("input[type=checkbox]");
  // Where a browser keeps nothing for us, the keys work on every page anew.
  const kept = { get: () => { try { return localStorage.getItem(KEPT); } catch { return null; } },
    set: value => { try { localStorage.setItem(KEPT, value); } catch { /* as above */ } } };
  chosen.checked = kept.get() !== "off";
  chosen.addEventListener("change", () => kept.set(chosen.checked ? "on" : "off"));
  keys.querySelector("[hidden]").hidden = false;

  const shown = element => element.getClientRects().length > 0;
  const items = () => [...document.querySelectorAll("[data-review]")].filter(shown);
  const current = () => document.activeElement && document.activeElement.closest("[data-review]");
  const go = item => {
    if (!item) return;
    if (!item.hasAttribute("tabindex")) item.tabIndex = -1;
    item.focus({ preventScroll: true });
    item.scrollIntoView({ block: "nearest" });
  };
  const step = by => {
    const all = items(), at = all.indexOf(current());
    if (at >= 0) return go(all[at + by]);
    // From nowhere: what can be seen, downwards or upwards.
    const top = item => item.getBoundingClientRect().top;
    go(by > 0 ? all.find(item => top(item) >= 0) || all[0] : all.findLast(item => top(item) < 0) || all[0]);
  };
  const open = () => {
    const item = current();
    if (!item) return;
    const folds = item.matches("details") ? [item] : [...item.querySelectorAll("details")];
    const opens = !folds.every(fold => fold.open);
    for (const fold of folds) fold.open = opens;
    if (folds.length) return;
    const field = item.querySelector("select, input:not([type=hidden]), textarea");
    const link = item.querySelector("a[href]");
    if (field) field.focus();
    else if (link) link.click();
  };
  const follow = key => {
    const link = document.querySelector(`a[data-key="${key}"]`);
    if (link) link.click();
  };
  const tell = () => {
    keys.open = !keys.open;
    if (keys.open) go(keys.querySelector("summary"));
  };

  const types = element => element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (types(event.target)) return;
    const does = { "?": tell, j: () => step(1), k: () => step(-1), o: open, n: () => follow("n"), p: () => follow("p") };
    // Enter belongs to the link or button that has the focus.
    if (event.target.matches("[data-review]:not(details)")) does.Enter = open;
    const act = does[event.key];
    if (!act || (!chosen.checked && event.key !== "Enter")) return;
    event.preventDefault();
    act();
  });
})();
