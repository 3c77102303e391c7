"""A won hand that nobody booked before the next one, on phones: listed, put aside, taken back, booked."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from camera_page import at_rest, open_table, start
from patient import expect
from scripted_table import scripted, two_deals


def test_a_hand_left_behind_is_put_aside_taken_back_and_booked(
    watching: Any, open_phone: Callable[..., Any], folder: str
) -> None:
    cameras = watching.app.extensions["fanpai-cameras"]
    cameras._seams = replace(cameras._seams, make_tracker=scripted(two_deals()))
    page, second = open_phone(), open_phone()
    table = open_table(page, watching)
    start(page, table, folder)
    at_rest(page, watching, table)
    expect(page.locator(".proposal")).to_contain_text("Cai has won")
    left = page.locator("#part-left .watch-left li")
    expect(left).to_contain_text("the hand of Bo")
    second.goto(table)
    second.click("#camera-left")
    second.wait_for_url("**/camera#part-left")
    second.wait_for_selector(".live-now")
    page.click("#part-left >> text=Put aside")
    page.wait_for_selector("#part-left details.more")
    second.wait_for_selector("#part-left details.more")  # told without a reload
    expect(second.locator("#part-left li >> text=Look and book")).to_have_count(0)
    second.click("#part-left summary")
    second.click("#part-left >> text=Take it back")
    second.wait_for_selector("#part-left >> text=Look and book")
    second.click("#part-left >> text=Look and book")
    second.wait_for_selector('section[data-step="hand"]:not([hidden])')
    second.wait_for_selector("#photo:not([hidden]) image")  # the frame that was kept
    expect(second.locator("#rack .tile")).to_have_count(11)
    second.goto(f"{second.url.split('#')[0]}#score")
    second.click("#keep")
    second.wait_for_url(table)
    second.wait_for_selector('.seat.gets[data-seat="S"]')
    expect(second.locator("#camera-left")).to_have_count(0)
    # The deal after it is still there to be booked.
    page.wait_for_selector("#part-left:not(:has(li))", state="attached")
    expect(page.locator(".proposal")).to_contain_text("Cai has won")
