"""An analysis as one HTML page: no request to anywhere, for a phone too, light and dark."""

from caboose.analysis.page.page import write_page

__all__ = ["write_page"]
