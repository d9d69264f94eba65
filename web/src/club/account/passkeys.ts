/** Passkeys, where the browser has them and allows them: over https, or on localhost. */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { Me } from "../../protocol";
import { keepPasskey, passkeyOptions, signInByPasskey, signInOptions } from "./clubApi";

/** An address in numbers can never be a passkey's home. */
const NUMBERS = /^[\d.]+$|:/;

export const hasPasskeys = (host = location.hostname): boolean =>
  isSecureContext && !NUMBERS.test(host) && browserSupportsWebAuthn();

export async function makePasskey(): Promise<void> {
  const { options } = await passkeyOptions();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  await keepPasskey(await startRegistration({ optionsJSON }));
}

export async function showPasskey(): Promise<Me> {
  const { options } = await signInOptions();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return signInByPasskey(await startAuthentication({ optionsJSON }));
}

/** Did the person, or the device, call it off? */
export const isCalledOff = (error: unknown): boolean =>
  error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name);
