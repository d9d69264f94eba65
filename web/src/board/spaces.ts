/** The spaces of every route: equal cars along a curve, the two lanes of a double route abreast. */
import type { BoardData } from "./edition";
import type { Settled } from "./layout";
import { boxAround } from "./plane";
import type { Box, Point } from "./plane";
import { GAP, REACH, SPACE, WIDTH, aheadOn, bent, pointOn, roadsOf } from "./roads";
import type { Curve } from "./roads";

/** A space may be so long at most; longer roads leave air at their ends. */
const LONGEST = 1.5;
const STEPS = 64;
const MARGIN = 26;

export interface Space {
    x: number;
    y: number;
    /** In degrees. */
    angle: number;
    length: number;
}

export interface Spaces {
    spaces: Record<string, Space[]>;
    curves: Record<string, Curve>;
}

export function spacesOf(board: BoardData, settled: Settled): Spaces {
    const found: Spaces = { spaces: {}, curves: {} };
    const longest = LONGEST * usualSpace(board);
    for (const road of roadsOf(board)) {
        const [from, to] = road.routes[0]!.cities;
        const bend = settled.bends[road.routes[0]!.id] ?? 0;
        const curve = bent(settled.cities[from]!, settled.cities[to]!, bend);
        road.routes.forEach((route, n) => {
            const lane = road.lanes[n]!;
            found.spaces[route.id] = alongCurve(curve, lane, road.length, longest);
            found.curves[route.id] = besides(curve, lane);
        });
    }
    return found;
}

function usualSpace(board: BoardData): number {
    const mean = board.routes.reduce((sum, route) => sum + route.length, 0) / board.routes.length;
    return SPACE * Math.min(2, Math.max(1, 3.5 / mean));
}

/** Spaces of equal length, centered on the part of the curve that no city takes. */
function alongCurve(curve: Curve, lane: number, count: number, longest: number): Space[] {
    const line = [...Array(STEPS + 1).keys()].map((n) => onLane(curve, n / STEPS, lane));
    const far = [0];
    for (let n = 1; n < line.length; n++)
        far.push(
            far[n - 1]! + Math.hypot(line[n]![0] - line[n - 1]![0], line[n]![1] - line[n - 1]![1]),
        );
    const total = far[STEPS]!;
    const each = Math.min((total - 2 * REACH) / count, longest);
    const start = (total - each * count) / 2;
    return [...Array(count).keys()].map((n) => {
        const t = parameterAt(far, start + (n + 0.5) * each);
        const [x, y] = onLane(curve, t, lane);
        const [ax, ay] = aheadOn(curve, t);
        return {
            x,
            y,
            angle: (Math.atan2(ay, ax) * 180) / Math.PI,
            length: Math.max(each - GAP, 4),
        };
    });
}

function parameterAt(far: readonly number[], wanted: number): number {
    let n = 1;
    while (n < far.length - 1 && far[n]! < wanted) n++;
    const share = (wanted - far[n - 1]!) / Math.max(far[n]! - far[n - 1]!, 1e-9);
    return (n - 1 + share) / (far.length - 1);
}

function onLane(curve: Curve, t: number, lane: number): Point {
    const [x, y] = pointOn(curve, t);
    const [ax, ay] = aheadOn(curve, t);
    return [x - ay * lane, y + ax * lane];
}

/** The curve of one lane, nearly: its three points moved aside. */
function besides(curve: Curve, lane: number): Curve {
    const [a, b, c] = curve;
    const [ax, ay] = aheadOn(curve, 0.5);
    return [
        onLane(curve, 0, lane),
        [b[0] - ay * lane, b[1] + ax * lane],
        onLane([a, b, c], 1, lane),
    ];
}

/** The corners of a space, for frames and for tests of overlap. */
export function cornersOf({ x, y, angle, length }: Space, width = WIDTH): Point[] {
    const turn = (angle * Math.PI) / 180;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const [l, w] = [length / 2, width / 2];
    return [
        [x + l * c - w * s, y + l * s + w * c],
        [x + l * c + w * s, y + l * s - w * c],
        [x - l * c + w * s, y - l * s - w * c],
        [x - l * c - w * s, y - l * s + w * c],
    ];
}

/** The part of the sheet that must be seen: all cities, spaces and names. */
export function framing(settled: Settled, spaces: Record<string, Space[]>): Box {
    const points = Object.values(settled.cities).concat(
        Object.values(spaces).flatMap((each) => each.flatMap((space) => cornersOf(space))),
    );
    for (const [city, label] of Object.entries(settled.labels)) {
        const [x, y] = settled.cities[city]!;
        points.push([x + label.x - label.width / 2, y + label.y - label.height / 2]);
        points.push([x + label.x + label.width / 2, y + label.y + label.height / 2]);
    }
    return boxAround(points, MARGIN);
}
