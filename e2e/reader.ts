import type { Page } from '@playwright/test'

/** As a card reader types: on a busy machine one key after the other would be as slow as a person, so none waits for the one before. */
export async function reads(page: Page, code: string): Promise<void> {
  await Promise.all([...code, 'Enter'].map((key) => page.keyboard.press(key)))
}
