/** Keep the screen on while a table is on it, where the browser allows that. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let gone = false;

  async function hold() {
    if (gone || document.hidden) return;
    lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    if (gone) void lock?.release();
  }

  // A browser lets go whenever the page is out of sight.
  document.addEventListener("visibilitychange", hold);
  void hold();
  return () => {
    gone = true;
    document.removeEventListener("visibilitychange", hold);
    void lock?.release();
  };
}
