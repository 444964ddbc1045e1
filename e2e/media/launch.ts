import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from '@playwright/test'
import { fakeDevices } from './fixtures.ts'
import type { Role } from './roles.ts'

export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const SHELL = '/usr/bin/chromium-headless-shell'
/**
 * The same engine without the browser around it: less work for the processor. For journeys without a camera; what
 * it answers when a permission is refused is not what a browser answers.
 */
export const LIGHT = process.env.CHROMIUM_PATH ?? (existsSync(SHELL) ? SHELL : CHROMIUM)

export interface Party {
  role: Role
  browser: Browser
  page: Page
  close(): Promise<void>
}

export function fakeDeviceFlags(role: Role): string[] {
  const devices = fakeDevices(role)
  return [
    '--no-sandbox',
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${devices.camera}`,
    `--use-file-for-fake-audio-capture=${devices.microphone}`,
    '--allow-loopback-in-peer-connection',
    '--autoplay-policy=no-user-gesture-required',
  ]
}

/** One browser process with the camera and microphone of that role. Two parties never share a process. */
export async function launch(
  role: Role,
  extra: LaunchOptions = {},
  context: BrowserContextOptions = {},
): Promise<Party> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    ...extra,
    args: [...fakeDeviceFlags(role), ...(extra.args ?? [])],
  })
  const page = await (await browser.newContext(context)).newPage()
  return { role, browser, page, close: () => browser.close() }
}
