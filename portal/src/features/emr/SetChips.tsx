import { AppstoreAddOutlined } from '@ant-design/icons'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { useRight } from '../../api/me.ts'
import { errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import type { ShownLine } from './note-draft.ts'
import type { Sets } from './useSets.ts'

const SetsDrawer = lazy(() => import('./SetsDrawer.tsx').then((one) => ({ default: one.SetsDrawer })))
/** So many stand under the field; the others are in the drawer, and by their code. */
const SHOWN = 8

interface Props {
  sets: Sets
  /** What is prescribed here: a set can be made of it. */
  lines: readonly ShownLine[]
  box: RefObject<HTMLElement | null>
}
/** Prescription sets, each put in by one click. */
export function SetChips({ sets, lines, box }: Props) {
  const [open, setOpen] = useState(false)
  const makes = useRight('prescription.write') === 'y'
  return (
    <section className="rxsets" ref={box} aria-label={t('rx.sets.title')}>
      {sets.all?.slice(0, SHOWN).map((set) => (
        <button
          key={set.id}
          type="button"
          className="chip"
          title={`${set.code}\n${set.lines.map(({ name }) => name).join('\n')}`}
          // The second half of a double click prescribes nothing twice.
          onClick={({ detail }) => detail < 2 && void sets.putIn(set)}
        >
          {set.name}
        </button>
      ))}
      {sets.error && (
        <button type="button" className="link c-bad" onClick={sets.again}>
          {errorMessage(sets.error)} {t('common.retry')}
        </button>
      )}
      <button type="button" className="link" onClick={() => setOpen(true)}>
        <AppstoreAddOutlined /> {t(makes && sets.all?.length === 0 ? 'rx.sets.make' : 'rx.sets.all')}
      </button>
      <Kbd keys="Alt T" />
      {open && (
        <Suspense fallback={null}>
          <SetsDrawer sets={sets} lines={lines} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
