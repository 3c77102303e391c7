"""Several phones and a television at one table: all follow, no entry is lost or doubled."""

import http.client
import time
from typing import Any
from urllib.parse import urlsplit

import pytest
from patient import at_table, eventually, expect
from room import Room

TELEVISION = {"width": 1920, "height": 1080}


def up_to_date(*pages: Any) -> None:
    for page in pages:
        page.wait_for_selector(".live-now")


def cut_off(page: Any) -> None:
    """Take the connection away, once the forms have been fetched ahead."""
    fetched = "performance.getEntriesByType('resource').filter((one) => one.name.includes('/add/')).length"
    page.wait_for_function(f"{fetched} >= document.querySelectorAll('[data-late]').length")
    # The last has come; when the page has nothing left to do, it has been read as well.
    page.evaluate("() => new Promise((done) => requestIdleCallback(done))")
    page.context.set_offline(True)
    page.wait_for_selector(".live-stale")


def expect_amounts(page: Any, amounts: list[str]) -> None:
    texts = page.locator(".seat-amount")
    eventually(lambda: [text.strip() for text in texts.all_inner_texts()][:4], amounts)


def book(page: Any) -> None:
    """Look at what is filled in, and book it."""
    page.click("text=See the amounts")
    page.click("text=Book it")
    at_table(page)


def fill_amount(page: Any, payer: str, payee: str, amount: str, inside: str = "") -> None:
    page.check(f"{inside} [name=payer][value={payer}]", force=True)
    page.check(f"{inside} [name=payee][value={payee}]", force=True)
    page.fill(f"{inside} [name=amount]", amount)


def test_a_booking_shows_on_every_screen_within_a_second(room: Room) -> None:
    friend, television = room.guest("scorer"), room.guest("onlooker", viewport=TELEVISION)
    television.wait_for_selector("#tv")
    expect(television.locator("#book")).to_have_count(0)
    television.click("#tv")
    television.wait_for_url("**/tv")
    screens = {"owner": room.owner, "television": television}
    up_to_date(friend, *screens.values())
    slowest = []
    # A machine busy with other work may be late once, not three times.
    while not slowest or (slowest[-1] >= 1 and len(slowest) < 3):
        took = max(seconds_until_seen(room, friend, screens, 7 * (len(slowest) + 1)))
        # How long the machine now takes to fetch the same page is no waiting of ours.
        slowest.append(took - max(page.evaluate(FETCHED) for page in screens.values()))
    print(f"booked and seen: {', '.join(f'{took:.2f}' for took in slowest)} s")
    assert slowest[-1] < 1


FETCHED = """async () => {
  const begun = performance.now();
  await (await fetch(location.href)).text();
  return (performance.now() - begun) / 1000;
}"""


def seconds_until_seen(room: Room, friend: Any, screens: dict[str, Any], total: int) -> list[float]:
    """Book seven points on the friend's phone; the time from the event to each screen's new total."""
    friend.goto(f"{room.table}/add/free")
    fill_amount(friend, "E", "S", "7")
    friend.click("text=See the amounts")
    friend.wait_for_selector("text=Book it")
    for page in screens.values():
        # The page itself notes when the amount appears: asking it from here would cost time.
        page.evaluate(
            """(total) => new MutationObserver((changes, observer) => {
              if (!document.querySelector(".seat-amount").textContent.includes(total)) return;
              window[`seen${total}`] = Date.now();
              observer.disconnect();
            }).observe(document.getElementById("main"), { childList: true, subtree: true })""",
            total,
        )
    friend.click("text=Book it")
    at_table(friend)
    table = room.site.app.extensions["fanpai-tables"].table(room.table.rsplit("/", 1)[-1])
    booked = table.changed.timestamp()
    took = []
    for page in screens.values():
        page.wait_for_function(f"() => window.seen{total}")
        took.append(page.evaluate(f"() => window.seen{total}") / 1000 - booked)
        expect_amounts(page, [f"−{total}", f"+{total}", "0", "0"])
    return took


def test_two_entries_made_in_ten_seconds_without_connection_arrive_once(room: Room) -> None:
    friend = room.guest("scorer")
    up_to_date(room.owner, friend)
    begun = time.monotonic()
    cut_off(friend)
    for payee in ("S", "W"):
        friend.click("a[href$='/add/free']")
        fill_amount(friend, "E", payee, "3", "#late-sheet")
        friend.click("#late-sheet >> text=Keep and send later")
        friend.locator("#late-sheet").wait_for(state="detached")
    friend.click("a[href$='/add/draw']")
    friend.click("#late-sheet >> text=Cancel")
    expect(friend.locator("#waiting")).to_contain_text("Waiting to be sent: 2")
    expect_amounts(room.owner, ["0", "0", "0", "0"])
    friend.wait_for_timeout(max(0, 10_000 - 1000 * (time.monotonic() - begun)))
    friend.context.set_offline(False)
    for page in (friend, room.owner):
        expect_amounts(page, ["−6", "+3", "+3", "0"])
        expect(page.locator("#waiting")).to_be_hidden()
        expect(page.locator(".ledger-line")).to_have_count(2)


def test_an_entry_whose_answer_was_lost_is_sent_again_and_booked_once(room: Room) -> None:
    friend = room.guest("scorer")
    up_to_date(friend)
    cut_off(friend)
    friend.click("a[href$='/add/free']")
    fill_amount(friend, "E", "S", "4", "#late-sheet")
    friend.click("#late-sheet >> text=Keep and send later")
    friend.wait_for_selector("#waiting >> text=Waiting to be sent: 1")
    sent = []

    def lose_the_first_answer(route: Any) -> None:
        sent.append(route.request.post_data)
        if len(sent) > 1:
            route.continue_()
            return
        # It reaches the server, but the phone never hears of it.
        address = urlsplit(route.request.url)
        headers = {**route.request.all_headers(), "host": address.netloc}
        connection = http.client.HTTPConnection("127.0.0.1", address.port, timeout=20)
        connection.request("POST", address.path, sent[0], headers)
        assert connection.getresponse().status == 201
        connection.close()
        route.abort()

    friend.route("**/entries", lose_the_first_answer)
    friend.context.set_offline(False)
    expect(friend.locator("#waiting")).to_be_hidden()
    assert len(sent) == 2
    assert sent[0] == sent[1]
    expect_amounts(friend, ["−4", "+4", "0", "0"])


def test_a_late_entry_asks_before_it_passes_what_another_has_booked(room: Room) -> None:
    friend = room.guest("scorer")
    up_to_date(friend)
    cut_off(friend)
    friend.click("a[href$='/add/free']")
    fill_amount(friend, "E", "S", "4", "#late-sheet")
    friend.click("#late-sheet >> text=Keep and send later")
    friend.wait_for_selector("#waiting >> text=Waiting to be sent: 1")
    room.owner.goto(f"{room.table}/add/draw")
    book(room.owner)
    friend.context.set_offline(False)
    friend.wait_for_selector("#waiting >> text=is this still to be booked?")
    expect(friend.locator(".ledger-line")).to_have_count(1)
    expect_amounts(friend, ["0", "0", "0", "0"])
    friend.click("#waiting >> text=Book it all the same")
    expect_amounts(friend, ["−4", "+4", "0", "0"])
    expect(friend.locator("#waiting")).to_be_hidden()


def test_a_form_opened_before_another_phone_booked_tells_of_it(room: Room) -> None:
    friend = room.guest("scorer")
    friend.goto(f"{room.table}/add/free")
    fill_amount(friend, "E", "S", "4")
    room.owner.goto(f"{room.table}/add/draw")
    book(room.owner)
    friend.click("text=See the amounts")
    friend.wait_for_url("**/preview")
    expect(friend.locator(".meanwhile")).to_contain_text("Drawn deal: deal 1")
    friend.click("text=Book it beside that")
    at_table(friend)
    expect(friend.locator(".ledger-line")).to_have_count(2)
    expect_amounts(friend, ["−4", "+4", "0", "0"])


def test_a_revoked_link_is_refused_at_once_and_for_good(room: Room) -> None:
    watcher, link = room.guest("onlooker"), room.link("onlooker")
    up_to_date(watcher)
    room.revoke("onlooker")
    watcher.wait_for_selector("text=This table is not open on this device")
    again = room.screen()
    again.goto(link)
    again.wait_for_selector("text=This link was taken back")
    again.goto(room.table)
    again.wait_for_selector("text=This table is not open on this device")


def test_a_hidden_tab_closes_its_stream_and_catches_up(room: Room) -> None:
    up_to_date(room.owner)
    room.owner.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => window.away });
          window.away = true;
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    friend, watcher = room.guest("scorer"), room.guest("onlooker")
    up_to_date(watcher)
    friend.goto(f"{room.table}/add/draw")
    book(friend)
    # Whoever looks has been told; the hidden tab has not.
    watcher.wait_for_selector(".ledger-line")
    expect(room.owner.locator(".ledger-line")).to_have_count(0)
    room.owner.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    room.owner.wait_for_selector(".ledger-line")


def test_a_screen_without_a_place_looks_now_and_then(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    up_to_date(room.owner)
    watcher = room.guest("onlooker")
    monkeypatch.setattr(room.site.app.extensions["fanpai-hub"], "_most", 0)
    watcher.reload()
    watcher.wait_for_selector(".live-stale")
    room.owner.goto(f"{room.table}/add/draw")
    # A form is looked at before it is booked, also where the stream is missing.
    book(room.owner)
    watcher.wait_for_selector(".ledger-line")


def test_the_television_can_be_read_from_four_metres(room: Room) -> None:
    room.owner.goto(f"{room.table}/add/free")
    fill_amount(room.owner, "E", "S", "12345")
    book(room.owner)
    television = room.screen(viewport=TELEVISION)
    television.goto(room.link("onlooker"))
    television.goto(f"{room.table}/tv")
    up_to_date(television)
    sizes = television.evaluate(
        """() => [...document.querySelectorAll("main *, .live")]
          .filter((one) => [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim()))
          .map((one) => [one.className, parseFloat(getComputedStyle(one).fontSize)])"""
    )
    # Two centimetres on a television of 55 inches.
    assert [(name, size) for name, size in sizes if size < 32] == []
    assert min(size for name, size in sizes if "tv-amount" in name) > 90
    over = """() => [...document.querySelectorAll(".tv-amount, .tv-seat, main, .tv-timer")]
      .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className)"""
    assert television.evaluate(over) == []
    assert television.evaluate("() => document.documentElement.scrollHeight") <= 1080
    before = television.inner_text("#time")
    television.wait_for_function(f"() => document.getElementById('time').textContent !== '{before}'")
