// Files picked by hand.

/** Call `act(file)` for each file picked at `input`, one picked before this script was there included. */
export function onFile(input, act) {
  const take = () => {
    const [file] = input.files;
    input.value = ""; // the same photo chosen twice is a wish, too
    if (file) act(file);
  };
  input.addEventListener("change", take);
  setTimeout(take); // once the page has been set up
}
