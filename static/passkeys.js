// Passkeys: asks the device, and sends its answer by the page's own form. Without this file, or in a browser that knows no
// passkeys, the form stays hidden and there are links and passwords.
"use strict";
(() => {
  const form = document.querySelector("form.passkey");
  if (!form || !window.PublicKeyCredential) return;
  const said = form.querySelector("[role=status]");
  const bytes = text => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), letter => letter.charCodeAt(0));
  const text = buffer => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  // What the server sends holds bytes as text, and so does what it gets.
  const asked = options => {
    options.challenge = bytes(options.challenge);
    if (options.user) options.user.id = bytes(options.user.id);
    for (const list of [options.excludeCredentials, options.allowCredentials])
      for (const one of list || []) one.id = bytes(one.id);
    return options;
  };
  const answered = credential => {
    const response = { clientDataJSON: text(credential.response.clientDataJSON) };
    for (const part of ["attestationObject", "authenticatorData", "signature", "userHandle"])
      if (credential.response[part]) response[part] = text(credential.response[part]);
    return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response, extensions: {} };
  };

  const ask = async () => {
    const answer = await fetch(`${form.getAttribute("action")}/begin`, { method: "POST" });
    // To sign in once more, and back.
    if (answer.redirected) { location.assign(answer.url); return; }
    if (!answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      throw new Error(page.querySelector("main p").textContent);
    }
    const publicKey = asked((await answer.json()).publicKey);
    const device = navigator.credentials;
    const credential = await (publicKey.user ? device.create({ publicKey }) : device.get({ publicKey }));
    form.elements.answer.value = JSON.stringify(answered(credential));
    form.submit();
  };
  // The device's own words are of little use to most: it was not there, took too long, or was told not to.
  const unmade = { NotAllowedError: "Nothing came of it: it was cancelled, took too long, or there is no passkey for this site here.",
    InvalidStateError: "There is a passkey of yours on this device already." };
  form.addEventListener("submit", event => {
    event.preventDefault();
    said.textContent = "Your device asks you now.";
    ask().catch(error => { said.textContent = unmade[error.name] || error.message; });
  });
  form.closest("[hidden]").hidden = false;
})();
