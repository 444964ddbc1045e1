import { type ComponentProps, lazy, Suspense } from 'react'
import type { Me } from '../api/me.ts'
import { ensureTexts, useT } from '../i18n/i18n.ts'
import { useKeys } from '../ui/keys.ts'
import { loadChunk } from './chunks.tsx'
import { findsMembers } from './features.ts'
import { openScreens } from './menu.ts'
import { go } from './navigation.ts'
import { closeOverlay, openPalette, toggleOverlay, useOverlay } from './overlays.ts'

// What it offers for a member comes from the members' feature, in the words of its screens.
const Palette = lazy(() =>
  loadChunk(async () => {
    const [{ Palette: Layer }, members] = await Promise.all([
      import('./Palette.tsx'),
      findsMembers?.(),
      ensureTexts('members'),
    ])
    return {
      default: (props: Omit<ComponentProps<typeof Layer>, 'useMembers'>) => (
        <Layer {...props} useMembers={members?.useFoundMembers} />
      ),
    }
  }),
)
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
