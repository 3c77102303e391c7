// The camera within the page, where the browser gives it: over https, or on the table's computer itself.

import { say } from "./texts.js";

const byId = (id) => document.getElementById(id);
const sheet = byId("camera");
const video = byId("camera-video");
const QUALITY = 0.92;
// As many pixels as the camera has: the tiles are small.
const WANTED = { facingMode: { ideal: "environment" }, width: { ideal: 4096 }, height: { ideal: 2304 } };
let track = null;
let taken = () => {};

/** Call once. `onPhoto(file)` gets each photo. */
export function begin(onPhoto) {
  taken = onPhoto;
  const offered = window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
  byId("open-camera").hidden = !offered;
  // One first choice: the file button steps back.
  byId("take").closest(".button").classList.toggle("primary", !offered);
  if (offered) {
    byId("take-label").textContent = byId("take-label").dataset.beside;
    byId("take-icon").setAttribute("href", byId("take-icon").dataset.beside);
  }
  byId("camera-why").hidden = window.isSecureContext;
  byId("open-camera").addEventListener("click", open);
  byId("camera-close").addEventListener("click", () => sheet.close());
  byId("camera-shutter").addEventListener("click", shoot);
  byId("camera-torch").addEventListener("click", () => light(byId("camera-torch").getAttribute("aria-pressed") !== "true"));
  sheet.addEventListener("close", stop);
  document.addEventListener("visibilitychange", () => document.hidden && sheet.open && sheet.close());
}

async function open() {
  const trouble = byId("start-error");
  trouble.hidden = true;
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false });
    [track] = stream.getVideoTracks();
    video.srcObject = stream;
    byId("camera-torch").hidden = !track.getCapabilities?.().torch;
    sheet.showModal();
    await video.play();
  } catch (error) {
    stop();
    const denied = error.name === "NotAllowedError";
    trouble.textContent = say(denied ? "camera_denied" : "camera_missing");
    trouble.hidden = false;
  }
}

function stop() {
  track?.stop();
  track = null;
  video.srcObject = null;
  byId("camera-torch").setAttribute("aria-pressed", "false");
}

async function light(on) {
  try {
    await track.applyConstraints({ advanced: [{ torch: on }] });
    byId("camera-torch").setAttribute("aria-pressed", String(on));
  } catch {
    byId("camera-torch").hidden = true;
  }
}

async function shoot() {
  const blob = (await still()) ?? (await frame());
  sheet.close();
  taken(new File([blob], "photo.jpg", { type: blob.type }));
}

/** A photo with all pixels of the camera; null where the browser cannot. */
async function still() {
  if (!("ImageCapture" in window)) return null;
  return new ImageCapture(track).takePhoto().catch(() => null);
}

/** What the video shows now. */
function frame() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext("2d").drawImage(video, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}
