"""Links as QR codes, for phones that read them from a screen."""

from __future__ import annotations

import segno
from fastapi import APIRouter

from caboose.server.http.caller import UnhurriedGuest
from caboose.server.protocol.bodies import LinkToDraw, QrCode

router = APIRouter(prefix="/api", tags=["tables"])


@router.post("/qr")
async def draw_link(body: LinkToDraw, _: UnhurriedGuest) -> QrCode:
    """Draw a link to a chair. It is sent as a body, for addresses are written into logs."""
    code = segno.make(body.address, error="l", micro=False)
    return QrCode(size=len(code.matrix), dark=_squares(code))


def _squares(code: segno.QRCode) -> str:
    """The dark squares as one path, without the quiet border."""
    return "".join(
        f"M{x} {y}h1v1h-1z"
        for y, row in enumerate(code.matrix)
        for x, is_dark in enumerate(row)
        if is_dark
    )
