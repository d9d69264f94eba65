"""Scenes about the final count: bonuses and ties. Each shows the last turns of a game."""

from __future__ import annotations

from collections.abc import Callable

import caboose
from caboose.boards import edition as built_in
from tests.playthroughs.scene import owners, scene, written


def last_round_with_a_third_seat_ahead(edition: str) -> Callable[[], caboose.State]:
    """Seats 0 and 1 will be level in points and completed tickets; seat 2 has the longest path."""
    return written(
        edition,
        3,
        hands=["red 1", "orange 3 locomotive 1", "black 1"],
        routes=owners(
            """
            denver-oklahoma_city denver-salt_lake_city.1 el_paso-los_angeles
            el_paso-oklahoma_city
            """,
            "denver-helena helena-salt_lake_city portland-salt_lake_city",
            """
            calgary-seattle calgary-winnipeg chicago-omaha chicago-toronto denver-omaha
            denver-phoenix duluth-toronto duluth-winnipeg helena-seattle
            """,
        ),
        tickets=[[6, 9], [2, 10], [12, 13, 14, 24]],
        final_turns_left=3,
    )


LEVEL_BUT_FOR_THE_PATH = """
    0 draw deck
    0 draw deck
    1 claim calgary-helena
    1 pay orange 3+1
    2 draw deck
    2 draw deck
"""


def _tickets_1910(*names: str) -> list[int]:
    """The ids of tickets that are written as their two cities."""
    ids = ["-".join(ticket.cities) for ticket in built_in("usa_1910").tickets]
    return [ids.index(name) for name in names]


SCENES = [
    scene(
        "tie_broken_by_completed_tickets",
        "level in points, and the seat with more completed tickets wins",
        """P5, R10: in New York both seats have 26 points. Seat 1 completed three tickets, seat
        0 two.""",
        written(
            "new_york",
            hands=["", "pink 3"],
            seat=1,
            routes=owners(
                """
                wall_street-brooklyn.1 chinatown-brooklyn.1 lower_east_side-brooklyn
                greenwich_village-chinatown.1 gramercy_park-greenwich_village.1
                """,
                """
                midtown_west-times_square times_square-united_nations
                lincoln_center-times_square.1 united_nations-gramercy_park
                """,
            ),
            tickets=[[0, 7], [1, 4, 5]],
            final_turns_left=2,
        ),
        """
        1 claim central_park-united_nations
        1 pay pink 3
        0 draw deck
        0 draw deck
        """,
        proof=r"total +26 +26\n +rank +2 +1\n +completed tickets +2 +3\n",
    ),
    scene(
        "tie_broken_by_longest_path",
        "level in points and completed tickets, and the longest path decides",
        """P2, P5, R10: both seats have 86 points and one completed ticket. Seat 0 holds the
        bonus for the longest path, 30 spaces to 25, and wins.""",
        written(
            "usa",
            hands=["blue 1", "red 3"],
            seat=1,
            routes=owners(
                """
                calgary-helena calgary-winnipeg duluth-toronto duluth-winnipeg helena-omaha
                helena-salt_lake_city helena-winnipeg salt_lake_city-san_francisco.1
                sault_st_marie-winnipeg
                """,
                """
                calgary-vancouver denver-helena denver-oklahoma_city duluth-helena
                el_paso-houston el_paso-oklahoma_city el_paso-phoenix helena-seattle
                """,
            ),
            tickets=[[2, 14], [8, 11]],
            final_turns_left=2,
        ),
        """
        1 claim denver-salt_lake_city.1
        1 pay red 3
        0 draw deck
        0 draw deck
        """,
        proof=r"total +86 +86\n +rank +1 +2\n +completed tickets +1 +1\n +path length +30 +25\n",
    ),
    scene(
        "shared_victory",
        "level in everything that counts, so two seats win together",
        """R10: in the USA edition the third tie-break is to hold the longest-path bonus, not to
        have the longer path. Seat 2 holds it, so seats 0 and 1 share the victory although their
        paths differ. Ranks are 1, 1, 3. The scene anniversary_tie_by_own_path plays the same
        position.""",
        last_round_with_a_third_seat_ahead("usa"),
        LEVEL_BUT_FOR_THE_PATH,
        proof=r"rank +1 +1 +3\n(.*\n)*    won by seat 0 and seat 1\n",
    ),
    scene(
        "anniversary_tie_by_own_path",
        "the position of shared_victory: here the longer own path decides",
        """R10: the anniversary rules name the path itself, not the card. Seat 0's is longer
        than seat 1's, so it wins, although seat 2 holds the bonus.""",
        last_round_with_a_third_seat_ahead("usa_anniversary"),
        LEVEL_BUT_FOR_THE_PATH,
        proof=r"rank +1 +2 +3\n(.*\n)*    won by seat 0\n",
    ),
    scene(
        "three_way_tie",
        "three seats are level in points and completed tickets and share the victory",
        """R10: in London points come first, then completed tickets; there is no third
        tie-break. Seats 0, 1 and 2 have nine points and one completed ticket each. Seat 3, who
        ended the game, is behind them: the ranks are 1, 1, 1, 4.""",
        written(
            "london",
            4,
            hands=["orange 1", "blue 1", "pink 1 locomotive 1", "green 1"],
            routes=owners(
                "globe_theatre-st_pauls.1 st_pauls-brick_lane",
                "covent_garden-trafalgar_square.1 covent_garden-st_pauls.1",
                "trafalgar_square-waterloo hyde_park-buckingham_palace.1",
                """
                baker_street-british_museum baker_street-hyde_park british_museum-charterhouse
                elephant_and_castle-tower_of_london
                """,
            ),
            tickets=[[5], [7], [6], [17, 18, 19]],
            final_turns_left=4,
        ),
        """
        0 draw deck
        0 draw deck
        1 draw deck
        1 draw deck
        2 claim waterloo-globe_theatre
        2 pay pink 1+1
        3 draw deck
        3 draw deck
        """,
        proof=r"total +9 +9 +9 +-1\n +rank +1 +1 +1 +4\n",
    ),
    scene(
        "longest_path_with_loops",
        "a path may pass a city again, but no train; what hangs on the side is left out",
        """P2, R20: seat 0's routes make two loops that meet in Denver and two dead ends. The
        longest path begins in Helena and walks both loops: 4 + 10 + 9 = 23. To take in Saint
        Louis it would have to leave out more. Seat 1's path is 22 long, and its other routes do
        not touch it.""",
        written(
            "usa",
            hands=["green 3 locomotive 1", "red 1"],
            routes=owners(
                """
                denver-kansas_city.1 denver-omaha denver-phoenix denver-santa_fe
                kansas_city-omaha.1 kansas_city-saint_louis.1 phoenix-santa_fe
                """,
                """
                atlanta-miami duluth-helena duluth-toronto el_paso-los_angeles helena-seattle
                miami-new_orleans new_york-pittsburgh.1 pittsburgh-toronto
                portland-san_francisco.1
                """,
            ),
            tickets=[[4, 6], [10, 24]],
            final_turns_left=2,
        ),
        """
        0 claim denver-helena
        0 pay green 3+1
        1 draw deck
        1 draw deck
        """,
        proof=r"longest path +10 +0\n(.*\n)* +path length +23 +22\n",
    ),
    scene(
        "globetrotter_shared",
        "two seats have completed most tickets, and both get the whole bonus",
        """P6, R9: seats 0 and 1 completed one ticket each, seat 2 none. Both get all 15 points.
        In the 1910 edition there is no longest-path card, so seat 2's long path earns nothing.""",
        written(
            "usa_1910",
            3,
            hands=["blue 2", "white 1", "black 1"],
            routes=owners(
                "denver-kansas_city.1",
                "atlanta-raleigh.1 raleigh-washington.1",
                """
                calgary-seattle calgary-winnipeg chicago-omaha chicago-toronto denver-omaha
                denver-phoenix duluth-toronto duluth-winnipeg helena-seattle
                """,
            ),
            tickets=[
                _tickets_1910("denver-saint_louis", "omaha-new_orleans"),
                _tickets_1910("washington-atlanta", "nashville-new_york"),
                _tickets_1910("las_vegas-miami", "phoenix-boston"),
            ],
            final_turns_left=3,
        ),
        """
        0 claim kansas_city-saint_louis.1
        0 pay blue 2
        1 draw deck
        1 draw deck
        2 draw deck
        2 draw deck
        """,
        proof=r"globetrotter +15 +15 +0\n",
    ),
    scene(
        "globetrotter_for_nobody",
        "nobody has completed a ticket, so nobody gets the bonus",
        """P6, R8: a bonus rewards something done. Nobody gets the globetrotter's points for
        zero tickets; the longest path, which the Mega edition has as well, is seat 1's.""",
        written(
            "usa_mega",
            hands=["blue 2", "white 1"],
            routes=owners(
                "denver-kansas_city.1",
                """
                calgary-seattle calgary-winnipeg chicago-omaha chicago-toronto denver-omaha
                denver-phoenix duluth-toronto duluth-winnipeg helena-seattle
                """,
            ),
            tickets=[[0, 3, 5], [11, 13, 15]],
            final_turns_left=2,
        ),
        """
        0 claim kansas_city-saint_louis.1
        0 pay blue 2
        1 draw deck
        1 draw deck
        """,
        proof=r"longest path +0 +10\n +globetrotter +0 +0\n",
    ),
    scene(
        "districts",
        "a district counts when all its cities hang together, through whatever other cities",
        """P3, R19: with its last claim seat 0 joins Waterloo, the Globe and Elephant & Castle
        (district 3) beside district 4: 3 + 4 points. Seat 1 joins the British Museum and Covent
        Garden (district 1) by way of Piccadilly; of district 5 it lacks King's Cross.""",
        written(
            "london",
            hands=["orange 2", "green 1"],
            routes=owners(
                """
                st_pauls-charterhouse st_pauls-brick_lane st_pauls-tower_of_london.1
                globe_theatre-st_pauls.1 waterloo-globe_theatre kings_cross-charterhouse
                """,
                """
                british_museum-piccadilly_circus covent_garden-piccadilly_circus.1
                regents_park-baker_street baker_street-hyde_park
                """,
            ),
            tickets=[[5], [0]],
        ),
        """
        0 claim waterloo-elephant_and_castle
        0 pay orange 2
        1 draw deck
        1 draw deck
        0 draw deck
        0 draw deck
        """,
        proof=r"districts +7 +1\n",
    ),
    scene(
        "attractions",
        "every attraction a seat reaches is a point, for each seat that reaches it",
        """P4, R19: Chinatown and Wall Street count for both seats, once each, however many
        routes end there. Seat 0 reaches Brooklyn and Greenwich Village besides; Lower East
        Side, Gramercy Park and Soho are no attractions.""",
        written(
            "new_york",
            hands=["", "blue 2"],
            seat=1,
            routes=owners(
                """
                wall_street-brooklyn.1 chinatown-brooklyn.1 lower_east_side-brooklyn
                greenwich_village-chinatown.1 gramercy_park-greenwich_village.1
                """,
                "chinatown-wall_street.1",
            ),
            tickets=[[0], [10]],
            final_turns_left=2,
        ),
        """
        1 claim soho-wall_street
        1 pay blue 2
        0 draw deck
        0 draw deck
        """,
        proof=r"attractions +4 +2\n",
    ),
]
