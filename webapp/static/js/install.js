// Over https only: the page can be put on the home screen.

navigator.serviceWorker?.register("/sw.js").catch(() => {}); // an untrusted certificate: nothing is lost

window.addEventListener("beforeinstallprompt", (event) => {
  const button = document.getElementById("install");
  if (!button) return;
  event.preventDefault();
  button.hidden = false;
  button.addEventListener("click", async () => {
    await event.prompt();
    button.hidden = true;
  });
});
