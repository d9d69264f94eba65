"""Answers to a seat: about its own possibilities, and why a command is refused.

The client computes no rules.
"""

from __future__ import annotations

from dataclasses import asdict

from caboose.engine.errors import IllegalAction
from caboose.engine.view import View
from caboose.server.bots.bots import Bots
from caboose.server.bots.hints import make_hint
from caboose.server.protocol.messages import (
    ClaimEffects,
    HintAnswer,
    OfferChoice,
    Reason,
    Refused,
    RouteAnswer,
    StandingAnswer,
    TicketEffect,
    TicketProgress,
    TicketsAnswer,
)
from caboose.server.protocol.refusals import refused
from caboose.server.tables.table import Table


def _view(table: Table, seat: int) -> View:
    assert table.state is not None
    return table.state.view(seat)


def route_answer(table: Table, seat: int, question: str, route: str) -> RouteAnswer:
    """May this seat claim a route, how could it pay, what would it bring, and if not, why?"""
    view = _view(table, seat)
    try:
        why_not = view.why_not(route)
        payments = [str(action) for action in view.payments(route)]
        tickets, claim = _ticket_effects(view, route), _claim_effects(view, route)
    except IllegalAction as error:
        why_not, payments, tickets, claim = error.reason, [], [], None
    reason = None
    if why_not is not None:
        sentence = refused(None, why_not.code, str(why_not)).sentence
        reason = Reason(code=why_not.code, values=why_not.values, sentence=sentence)
    return RouteAnswer(
        id=question, route=route, why_not=reason, payments=payments, tickets=tickets, claim=claim
    )


def _ticket_effects(view: View, route: str) -> list[TicketEffect]:
    return [
        TicketEffect(ticket=each.ticket, done=each.done, before=each.before, trains=each.trains)
        for each in view.ticket_effects(route)
    ]


def _claim_effects(view: View, route: str) -> ClaimEffects | None:
    effects = view.claim_effects(route)
    return None if effects is None else ClaimEffects.model_validate(asdict(effects))


def standing_answer(table: Table, question: str) -> StandingAnswer:
    """Where do all seats stand?"""
    return StandingAnswer(id=question, at=table.at, **table.projection.standing)


def tickets_answer(table: Table, seat: int, question: str) -> TicketsAnswer:
    """How far are this seat's tickets, and what would all of them need with those offered?"""
    view = _view(table, seat)
    progress = [
        TicketProgress(
            ticket=each.ticket,
            done=each.done,
            cut_off=each.cut_off,
            routes=list(each.routes),
            trains=each.trains,
        )
        for each in view.ticket_progress()
    ]
    choices = [
        OfferChoice(
            places=list(each.places),
            cut_off=list(each.cut_off),
            routes=list(each.routes),
            trains=each.trains,
            turns=each.turns,
        )
        for each in view.offer_choices()
    ]
    return TicketsAnswer(id=question, at=table.at, tickets=progress, choices=choices)


def why_no_hint(table: Table, seat: int, question: str) -> Refused | None:
    """Why somebody gets no hint now; None if they do. Only where all others are bots."""
    others = [chair for chair in table.meta.chairs if chair.seat != seat]
    if table.meta.options.rated or any(chair.kind != "bot" for chair in others):
        return refused(question, "no_hints", "hints are for games against bots.")
    assert table.state is not None
    if seat not in table.state.waiting_for():
        return refused(question, "not_your_turn", "it is not your turn.")
    return None


async def hint_answer(table: Table, seat: int, question: str, bots: Bots) -> HintAnswer:
    """What would the strongest bot do that answers in time, in the position of the question?"""
    assert table.state is not None
    view, legal, at = _view(table, seat), table.state.legal_actions(seat), table.at
    return make_hint(bots, view, legal, await bots.advise(view, legal), question, at)


def refusal_bytes(table: Table, seat: int, answer: Refused, at: int, now: int) -> bytes:
    """A refusal; a stale command also gets the view, and the steps its sender has not seen."""
    if answer.code != "stale":
        return answer.model_dump_json().encode()
    head = answer.model_dump_json(exclude={"view"}).encode()
    return head[:-1] + b',"view":' + table.view(seat, at + 1, now) + b"}"
