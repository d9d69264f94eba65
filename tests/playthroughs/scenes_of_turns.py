"""Scenes about tickets, passing and the final round."""

from __future__ import annotations

from tests.playthroughs.scene import dealt, owners, scene, written

SIXTEEN_TRAINS = """
    baker_street-british_museum baker_street-hyde_park british_museum-charterhouse
    elephant_and_castle-tower_of_london
"""
SEVENTEEN_TRAINS = f"{SIXTEEN_TRAINS} trafalgar_square-big_ben"

# Every route of one, two or three spaces is claimed or closed, and each seat has three trains left.
NOTHING_SHORT_IS_OPEN = owners(
    """
    boston-montreal.1 calgary-vancouver chicago-saint_louis.1 dallas-houston.1
    denver-salt_lake_city.1 denver-santa_fe duluth-helena helena-salt_lake_city
    houston-new_orleans las_vegas-los_angeles little_rock-new_orleans montreal-new_york
    nashville-saint_louis oklahoma_city-santa_fe pittsburgh-raleigh raleigh-washington.1
    seattle-vancouver.1
    """,
    """
    atlanta-nashville boston-new_york.1 calgary-winnipeg chicago-duluth dallas-little_rock
    duluth-omaha.1 duluth-sault_st_marie kansas_city-oklahoma_city.1 kansas_city-omaha.1
    las_vegas-salt_lake_city little_rock-oklahoma_city los_angeles-phoenix montreal-toronto
    new_york-pittsburgh.1 phoenix-santa_fe pittsburgh-toronto sault_st_marie-toronto
    """,
    """
    atlanta-charleston atlanta-new_orleans.1 atlanta-raleigh.1 charleston-miami
    charleston-raleigh chicago-pittsburgh.1 dallas-oklahoma_city.1 el_paso-phoenix
    el_paso-santa_fe kansas_city-saint_louis.1 little_rock-nashville little_rock-saint_louis
    los_angeles-san_francisco.1 nashville-raleigh new_york-washington.1 pittsburgh-washington
    portland-seattle.1
    """,
)

SCENES = [
    scene(
        "first_tickets_in_any_order",
        "three seats choose their first tickets, the last one first",
        """S4, R7, R6: all choose at once and may answer in any order; until all have, nobody
        learns even how many another kept. The returned tickets go under the ticket deck in seat
        order, not in the order of the answers: seat 0's lies above seat 2's.""",
        dealt("usa", 3, seed=7),
        """
        2 keep 1 3
        ! 2 keep 1 2
        0 keep 2 3
        ! 1 keep 2
        1 keep 1 2 3
        0 draw deck
        0 draw deck
        1 draw deck
        1 draw deck
        2 draw deck
        """,
        proof=r"all have chosen and hold 2 3 2 tickets",
    ),
    scene(
        "anniversary_first_tickets_leave",
        "in the anniversary edition returned first tickets leave the game, later ones do not",
        """R6: seat 1's returned first ticket is out of the game, which only seat 1 knows. Of
        the tickets seat 0 asks for in its turn, those returned go under the deck as in every
        edition.""",
        dealt("usa_anniversary", 2, seed=7),
        """
        0 keep 1 2 3
        1 keep 1 2
        0 tickets
        0 keep 1
        1 draw deck
        1 draw deck
        0 draw deck
        """,
        proof=r"removed  \d+ ",
    ),
    scene(
        "returned_tickets_go_under",
        "a returned ticket goes under the ticket deck and comes back from there",
        """T1, T2, R6: three tickets are left. Seat 0 is offered the upper two and returns one,
        which now lies below the third; seat 0 remembers where. Seat 1 is offered both.""",
        written("london", hands=["blue 2", "green 2"], ticket_deck=[8, 13, 11]),
        """
        0 tickets
        ! 0 keep 3
        0 keep 2
        1 tickets
        1 keep 1
        0 draw deck
        """,
        proof=r"1 tickets = 11 8\n",
    ),
    scene(
        "ticket_deck_empty",
        "one ticket is left to offer, then none",
        """T3, R17: the offer is what is left, one ticket, and it must be kept; that is asked
        all the same (R24). After that nobody may ask for tickets.""",
        written("london", hands=["blue 2", "green 2"], ticket_deck=[8]),
        """
        0 tickets
        0 keep 1
        ! 1 tickets
        1 draw deck
        """,
        proof=r"legal    1: keep 1\n(.*\n)*.*refused: there are no tickets left",
    ),
    scene(
        "forced_pass",
        "a seat can do nothing and passes; another's claim brings cards back",
        """R4: seat 0 has no card, no card lies on the table, and no ticket is left, so all it
        may do is pass. Seat 1 holds every card; it can claim, so it may not pass. What it pays
        becomes the row, and seat 0 draws again.""",
        written(
            "london",
            face_up="- - - - -",
            rest=1,
            ticket_deck=[],
            routes=owners("waterloo-globe_theatre trafalgar_square-waterloo"),
        ),
        """
        ! 0 draw deck
        0 pass
        ! 1 pass
        1 claim baker_street-hyde_park
        1 pay black 4
        0 draw black
        0 draw black
        """,
        proof=r"legal    1: pass\n(.*\n)*1 pay black 4 reshuffle 4 > black",
    ),
    scene(
        "all_seats_pass",
        "every seat passes in a row, and the game ends by deadlock",
        """R4: all cards are in the hands and all tickets are kept. Every route of one to three
        spaces is claimed or closed by its twin, and each seat has three trains left, one too
        few for the others and one too many for the final round. After a round of passes nothing
        can change any more.""",
        written(
            "usa",
            3,
            hands=["purple 12 blue 12 orange 12", "white 12 green 12 yellow 12", ""],
            face_up="- - - - -",
            rest=2,
            ticket_deck=[],
            routes=NOTHING_SHORT_IS_OPEN,
        ),
        """
        ! 0 claim denver-omaha
        0 pass
        1 pass
        2 pass
        """,
        proof=r"seat 2 passed; the game is over: deadlock",
    ),
    scene(
        "only_tickets_left",
        "the only legal action is to ask for tickets, so it must be taken",
        """R5: in its last turn seat 0 has no cards and nothing to draw. It would rather pass,
        since a ticket can only cost points now, but it may not.""",
        written(
            "london",
            face_up="- - - - -",
            rest=1,
            routes=owners(SIXTEEN_TRAINS, "waterloo-globe_theatre"),
            ticket_deck=[16, 5],
            final_turns_left=1,
        ),
        """
        ! 0 pass
        0 tickets
        0 keep 2
        """,
        proof=r"legal    1: tickets\n",
    ),
    scene(
        "final_round",
        "few trains at the end of a turn begin the final round: one more turn for everybody",
        """E1, E2, R13: seat 0 ends its turn with two trains. Seats 1, 2 and 0 have one more
        turn each; that seat 1 falls to two trains, too, begins nothing new. A route longer
        than the trains that are left cannot be claimed (C1).""",
        written(
            "london",
            3,
            hands=["pink 2 orange 3", "blue 2", "green 1"],
            routes=owners(
                """
                baker_street-british_museum baker_street-hyde_park british_museum-charterhouse
                trafalgar_square-big_ben
                """,
                """
                regents_park-kings_cross regents_park-british_museum kings_cross-charterhouse
                elephant_and_castle-tower_of_london
                """,
                "waterloo-globe_theatre",
            ),
            tickets=[[8], [16], [6]],
        ),
        """
        0 claim piccadilly_circus-buckingham_palace
        0 pay pink 2
        1 claim regents_park-baker_street
        1 pay blue 2
        2 draw deck
        2 draw deck
        ! 0 claim st_pauls-brick_lane
        0 draw deck
        0 draw deck
        """,
        proof=r"seat 0 began the final round\n(.*\n)*.*the game is over: final_round",
    ),
    scene(
        "final_round_of_passes",
        "the final round ends the game as such, even if every turn of it is a pass",
        """R4, R13: seat 1 has placed all its trains and so began the final round. Neither seat
        can do anything any more. Both pass, and the reason for the end is the final round, not
        the deadlock.""",
        written(
            "london",
            face_up="- - - - -",
            rest=1,
            routes=owners("waterloo-globe_theatre", SEVENTEEN_TRAINS),
            ticket_deck=[],
            final_turns_left=2,
        ),
        """
        0 pass
        1 pass
        """,
        proof=r"seat 1 passed; the game is over: final_round",
    ),
]
