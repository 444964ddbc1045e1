import { lazy } from 'react'
import { ensureTexts } from '../../i18n/i18n.ts'
import { loadChunk } from '../../shell/chunks.tsx'

/** The device panel with its texts, as a part of its own: no other screen carries it. */
export const DevicePanel = lazy(() =>
  loadChunk(async () => {
    const [{ DevicePanel: panel }] = await Promise.all([import('./DevicePanel.tsx'), ensureTexts('devices')])
    return { default: panel }
  }),
)
