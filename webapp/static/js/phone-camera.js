// A phone as the camera over the table: one picture after the other, never two on the way at once.

const settings = JSON.parse(document.body.dataset.phone);
const byId = (id) => document.getElementById(id);
const video = byId("phone-video");
const canvas = document.createElement("canvas");
const WANTED = { facingMode: { ideal: "environment" }, width: { ideal: 3840 }, height: { ideal: 2160 } };
const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
let stream = null;
let count = 0;

const offered = window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
byId("phone-insecure").hidden = offered;
byId("phone-start").hidden = !offered;
tell("stopped");

byId("phone-start").addEventListener("click", async () => {
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false });
  } catch (error) {
    tell(error.name === "NotAllowedError" ? "denied" : "missing");
    return;
  }
  video.srcObject = stream;
  show(true);
  await video.play();
  await stayAwake();
  work();
});
byId("phone-stop").addEventListener("click", stop);
document.addEventListener("visibilitychange", stayAwake);

function show(on) {
  byId("phone-start").hidden = on;
  byId("phone-stop").hidden = !on;
  video.hidden = !on;
}

function stop() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  video.srcObject = null;
  show(false);
  tell("stopped");
}

function tell(word) {
  byId("phone-state").textContent = settings.words[word].replace("{count}", count);
}

async function stayAwake() {
  if (!document.hidden && stream) await navigator.wakeLock?.request("screen").catch(() => null);
}

async function work() {
  while (stream) {
    const begun = performance.now();
    const blob = await frame();
    if (blob && stream) await send(blob);
    await pause(Math.max(0.02, settings.each - (performance.now() - begun) / 1000));
  }
}

/** What the camera sees now; less sharp where it would be too large. */
async function frame() {
  const share = Math.min(1, settings.side / Math.max(video.videoWidth, video.videoHeight, 1));
  if (!video.videoWidth) return null;
  [canvas.width, canvas.height] = [video.videoWidth * share, video.videoHeight * share].map(Math.round);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  for (const quality of [settings.quality, 0.6]) {
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (blob && blob.size <= settings.most) return blob;
  }
  return null;
}

async function send(blob) {
  try {
    const mark = document.querySelector("meta[name=form-mark]").content;
    const response = await fetch(settings.send, { method: "POST", credentials: "same-origin", headers: { "Content-Type": "image/jpeg", "X-Fanpai-Mark": mark }, body: blob });
    if (response.ok) {
      count += 1;
      tell("sending");
      return;
    }
    if (response.status === 429) return pause(2);
    const answer = await response.json().catch(() => null);
    stop();
    byId("phone-state").textContent = answer?.error?.message ?? settings.words.offline;
  } catch {
    tell("offline");
    await pause(2);
  }
}
