"""Scenes about cards: deck, discards, row, sweeps and payments."""

from __future__ import annotations

from typing import Any

from tests.playthroughs.scene import dealt, owners, scene, written

# Nearly all colors are in the hands, so that no row can have fewer than three locomotives.
HOARDED: dict[str, Any] = {
    "hands": ["blue 2 green 2 black 3 pink 3 yellow 3 orange 3", "locomotive 3"],
    "face_up": "locomotive 3 blue green",
    "deck": "locomotive 2",
    "rest": 1,
    "tickets": [[7], [15]],
}

SCENES = [
    scene(
        "deck_runs_dry",
        "the last card is drawn and the discards become the deck",
        """D7, R1: a deck that runs empty is made again from the discards as soon as the row
        rests, inside the action that emptied it. So between decisions the deck is empty only if
        the discards are.""",
        written(
            "london",
            hands=["blue 2", "green 2"],
            face_up="black black pink yellow orange",
            deck="orange locomotive",
            rest="discard",
            seed=1,
            tickets=[[7], [15]],
        ),
        """
        0 draw deck
        0 draw deck
        1 draw black
        1 draw deck
        """,
        proof=r"draw deck = \w+ reshuffle 33",
    ),
    scene(
        "deck_runs_dry_in_a_refill",
        "a slot is refilled with the last card and the discards become the deck",
        """D2, D7, R1: a slot is refilled at once, here with the last card. The reshuffle comes
        after that card is laid, so the next refill comes from the new deck.""",
        written(
            "london",
            hands=["blue 2", "green 2"],
            face_up="black black pink yellow orange",
            deck="locomotive",
            rest="discard",
            seed=1,
            tickets=[[7], [15]],
        ),
        """
        0 draw pink
        0 draw black
        """,
        proof=r"draw pink > locomotive reshuffle 34",
    ),
    scene(
        "row_swept_twice",
        "a row is swept, and the row laid in its place is swept, too",
        """D6, R2: the green card's slot is refilled with the third locomotive. The whole row is
        discarded and a new one laid; it has three locomotives again, so it goes, too, before
        anybody decides anything.""",
        dealt("london", 2, seed=265),
        """
        0 keep 1
        1 keep 1
        0 draw yellow
        0 draw green
        1 draw deck
        """,
        proof=r"0 draw green > locomotive sweep( \w+){5} sweep( \w+){5}\n",
    ),
    scene(
        "set_up_swept_twice",
        "the first row of a game is swept twice before the game begins",
        """S3, R2: sweeps hold at set-up as in play. The line that says which row was dealt
        shows all three rows.""",
        dealt("london", 2, seed=513),
        """
        1 keep 1
        0 keep 2
        0 draw deck
        """,
        proof=r"\nrow =( \w+){5} sweep( \w+){5} sweep( \w+){5}\n",
    ),
    scene(
        "row_stands",
        "three locomotives lie face up and stay, since no better row is possible",
        """R2: deck, discards and row together hold seven cards, of which only two are not
        locomotives. Every row of five would have three locomotives or more, so the row stands.
        Seat 0 takes the blue card, and now four lie there. They may be taken as usual.""",
        written("london", **HOARDED),
        """
        0 draw blue
        ! 0 draw locomotive
        0 draw green
        1 draw locomotive
        """,
        proof=r"laid locomotive 5\n(.*\n)*.*row      locomotive, locomotive, locomotive, locomo",
    ),
    scene(
        "standing_row_swept_in_claim",
        "a payment brings colors back, and the standing row is swept at once",
        """R2: the row of row_stands again. The two black cards that seat 0 pays make a row with
        fewer than three locomotives possible, so the row is swept as often as that takes,
        inside the payment. Each sweep lays what is left of the deck, reshuffles and lays the
        rest (R1).""",
        written("london", **HOARDED),
        """
        0 claim kings_cross-british_museum
        0 pay black 2
        1 draw deck
        """,
        proof=r"0 pay black 2 sweep",
    ),
    scene(
        "second_card_impossible",
        "after the first card there is no card that may be the second, and the turn ends",
        """R3: seat 0 draws the last card of the deck. The row shows only locomotives, and a
        face-up locomotive may not be the second card (D4), so the turn ends by itself. Seat 1
        may take one as its first card; the slot stays empty (R22).""",
        written(
            "london",
            hands=["black 2 pink 2 yellow 3", "locomotive 3"],
            face_up="locomotive 5",
            deck="blue",
            rest=1,
            tickets=[[7], [15]],
        ),
        """
        0 draw deck
        1 draw locomotive
        0 draw locomotive
        """,
        proof=r"could draw no second card",
    ),
    scene(
        "slots_stay_empty",
        "deck and discards are empty; what lies face up may be taken, and a claim fills the row",
        """R22, R1: seat 0 takes two of the last three cards on the table and their slots stay
        empty. Seat 1 takes the last and cannot draw a second one (R3). Seat 0 finds nothing to
        draw, claims, and the three cards it pays become the deck and at once the row.""",
        written(
            "london",
            hands=["pink 4 orange 4 locomotive 2", ""],
            face_up="blue - green yellow -",
            rest=1,
            tickets=[[7], [15]],
        ),
        """
        0 draw yellow
        0 draw blue
        1 draw green
        ! 0 draw deck
        0 claim kings_cross-charterhouse
        0 pay pink 2+1
        1 draw pink
        """,
        proof=r"0 pay pink 2\+1 reshuffle 3 > \w+ > \w+ > \w+\n",
    ),
    scene(
        "locomotives_in_a_draw",
        "face up a locomotive is the whole draw, from the deck it counts as any card",
        """D3, D4, D5, R16: seat 0 takes a face-up locomotive and its turn is over. Seat 1 takes
        a color first, so the other locomotive is not for it. Seat 0 then draws a locomotive
        blind and may draw again.""",
        written(
            "usa",
            hands=["red 2", "blue 2"],
            face_up="red locomotive blue green locomotive",
            seed=1,
            tickets=[[3, 8], [6, 11]],
        ),
        """
        0 draw locomotive
        1 draw red
        ! 1 draw locomotive
        1 draw deck
        0 draw deck
        0 draw deck
        """,
        proof=r"0 draw deck = locomotive\n",
    ),
    scene(
        "ways_to_pay",
        "a gray route, a colored one, and locomotives alone",
        """C2, C3, R15: a gray route takes any one color, locomotives standing in for as many
        cards as the payer likes; locomotives alone pay for any route and are one payment,
        whatever its color. A payment is exactly the route's length, and there is no way back
        from a claim.""",
        written(
            "usa",
            hands=["purple 2 white 3 red 1 locomotive 3", "orange 4 black 1 locomotive 1"],
            tickets=[[3, 8], [6, 11]],
        ),
        """
        0 claim el_paso-phoenix
        ! 0 draw deck
        ! 0 pay white 2
        0 pay locomotive 3
        1 claim denver-kansas_city.2
        ! 1 pay black 1+3
        1 pay orange 3+1
        ! 0 claim denver-omaha
        0 claim denver-santa_fe
        0 pay white 2
        """,
        proof=r"legal    7: pay purple 2\+1",
    ),
    scene(
        "twin_closed",
        "USA with three seats: a claimed route closes its twin for everybody",
        """C5, C6, R14: with fewer than four seats only one route of a double route is used.
        Seat 1 has the cards, and is told why it may not.""",
        written(
            "usa",
            3,
            hands=["black 4", "orange 4", "orange 3 locomotive 1"],
            tickets=[[3, 8], [6, 11], [9, 10]],
        ),
        """
        0 claim denver-kansas_city.1
        0 pay black 4
        ! 1 claim denver-kansas_city.2
        1 draw deck
        1 draw deck
        ! 2 claim denver-kansas_city.2
        2 draw deck
        2 draw deck
        ! 0 claim denver-kansas_city.2
        """,
        proof=r"the other track of Denver-Kansas City is taken",
    ),
    scene(
        "twin_open",
        "London with three seats: the twin stays open, but nobody may own both",
        """C5, R14: in London double routes are open from three seats on. Seat 1 claims the twin
        of seat 0's route; seat 0 itself could not.""",
        written(
            "london",
            3,
            hands=["pink 3 yellow 1", "yellow 3", "blue 1"],
            routes=owners("hyde_park-buckingham_palace.1"),
            tickets=[[7], [15], [3]],
        ),
        """
        0 claim st_pauls-tower_of_london.2
        0 pay pink 3
        1 claim st_pauls-tower_of_london.1
        1 pay yellow 3
        2 draw deck
        2 draw deck
        ! 0 claim hyde_park-buckingham_palace.2
        """,
        proof=r"nobody may own both",
    ),
]
