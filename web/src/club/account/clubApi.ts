/** Members over HTTP: claiming a name, coming back, codes, passkeys and devices. */
import { call, get, post } from "../../api";
import type { DeviceCode, Me, Membership, PasskeyOptions, RecoveryCodes } from "../../protocol";

export const getMembership = () => get<Membership>("/api/member");
export const claimName = (name: string) => post<RecoveryCodes>("/api/member", { name });
export const newCodes = () => post<RecoveryCodes>("/api/member/codes");

export const passkeyOptions = () => post<PasskeyOptions>("/api/member/passkeys/options");
export const keepPasskey = (credential: unknown) =>
  post<void>("/api/member/passkeys", { credential });
export const removePasskey = (id: string) => call<void>("DELETE", `/api/member/passkeys/${id}`);

export const codeForDevice = () => post<DeviceCode>("/api/member/devices");
export const signDeviceOut = (id: string) => call<void>("DELETE", `/api/member/devices/${id}`);

/** Letters of a code that another device shows; a recovery code has more. */
const DEVICE_LETTERS = 10;
const isDeviceCode = (code: string) => code.replace(/[\s-]/g, "").length <= DEVICE_LETTERS;

export const whoseCode = (code: string) =>
  post<{ name: string }>("/api/sign-in/device/whose", { code }).then(({ name }) => name);
/** Come back by either kind of code; each works once. */
export const signInByCode = (code: string) =>
  post<Me>(`/api/sign-in/${isDeviceCode(code) ? "device" : "code"}`, { code });
export const signInOptions = () => post<PasskeyOptions>("/api/sign-in/passkey/options");
export const signInByPasskey = (credential: unknown) =>
  post<Me>("/api/sign-in/passkey", { credential });
export const signOut = () => post<void>("/api/sign-out");
