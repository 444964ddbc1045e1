import { lazy, Suspense } from 'react'
import type { Me } from '../api/me.ts'
import { useT } from '../i18n/i18n.ts'
import { useKeys } from '../ui/keys.ts'
import { loadChunk } from './chunks.tsx'
import { openScreens } from './menu.ts'
import { go } from './navigation.ts'
import { closeOverlay, openPalette, toggleOverlay, useOverlay } from './overlays.ts'

const Palette = lazy(() => loadChunk(() => import('./Palette.tsx')))
const KeysHelp = lazy(() => loadChunk(() => import('./KeysHelp.tsx')))

/** The keys that hold on every screen, and the two layers they open. */
export function FrameKeys({ me, onSignOut }: { me: Me; onSignOut: () => void }) {
  const t = useT()
  const overlay = useOverlay()
  const leads = openScreens(me).flatMap(({ screen, entry }) =>
    entry.keys
      ? [
          {
            keys: entry.keys,
            label: t('shell.keys.go', { name: t(`screens.name.${screen.id}`) }),
            scope: 'everywhere' as const,
            run: () => void go(screen.id),
          },
        ]
      : [],
  )
  useKeys([
    { keys: 'Mod+K', label: t('shell.keys.palette'), scope: 'everywhere', inFields: true, run: openPalette },
    { keys: '?', label: t('shell.keys.help'), scope: 'everywhere', run: () => toggleOverlay('keys') },
    {
      keys: 'Alt+K',
      label: t('shell.keys.bell'),
      scope: 'everywhere',
      inFields: true,
      run: () => toggleOverlay('bell'),
    },
    ...leads,
  ])
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' && <Palette me={me} onSignOut={onSignOut} onClose={closeOverlay} />}
      {overlay === 'keys' && <KeysHelp onClose={closeOverlay} />}
    </Suspense>
  )
}
