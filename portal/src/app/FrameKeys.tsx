import { type ComponentProps, lazy, type RefObject, Suspense, useEffect, useRef } from 'react'
import type { Me } from '../api/me.ts'
import { ensureTexts, useT } from '../i18n/i18n.ts'
import { useKeys } from '../ui/keys.ts'
import { loadChunk } from '../shell/chunks.tsx'
import { findsMembers } from '../shell/features.ts'
import { openScreens } from '../shell/menu.ts'
import { go } from '../shell/navigation.ts'
import { closeOverlay, openPalette, toggleOverlay, useOverlay } from '../shell/overlays.ts'

// What it offers for a member comes from the members' feature, in the words of its screens.
const Palette = lazy(() =>
  loadChunk(async () => {
    const [{ Palette: Layer }, members] = await Promise.all([
      import('./Palette.tsx'),
      findsMembers()?.(),
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

// Of the size of a field: in one of a pixel the cursor gets lost.
const UNSEEN = { position: 'fixed', top: 96, opacity: 0 } as const
/** Takes what is typed while the palette is on its way: no letter gets lost, or does what it does on the screen below. */
function Early({ name, typed }: { name: string; typed: RefObject<string> }) {
  return (
    <div role="dialog" aria-modal="true" aria-label={name}>
      <input
        style={UNSEEN}
        // biome-ignore lint/a11y/noAutofocus: it stands for the field that the layer opens with.
        autoFocus
        aria-label={name}
        onChange={(event) => {
          typed.current = event.target.value
        }}
        onKeyDown={({ key }) => key === 'Escape' && closeOverlay()}
      />
    </div>
  )
}

/** The keys that hold on every screen, and the two layers they open. */
export function FrameKeys({ me, onSignOut }: { me: Me; onSignOut: () => void }) {
  const t = useT()
  const overlay = useOverlay()
  // No state: drawing anew while the palette is awaited would move the cursor.
  const early = useRef('')
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
  useEffect(() => {
    if (overlay !== 'palette') early.current = ''
  }, [overlay])
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
    <Suspense fallback={overlay === 'palette' && <Early name={t('shell.palette.title')} typed={early} />}>
      {overlay === 'palette' && <Palette me={me} first={early} onSignOut={onSignOut} onClose={closeOverlay} />}
      {overlay === 'keys' && <KeysHelp onClose={closeOverlay} />}
    </Suspense>
  )
}
