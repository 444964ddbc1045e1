import type { NoteImage } from '@teleward/contract/emr/images.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMe, useRight } from '../../api/me.ts'
import { showError } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { intoNote } from '../../shell/features.ts'
import { type Choice, type IntoNote, visitHere } from '../../shell/into-note.ts'
import { closedBy } from '../../shell/menu.ts'
import { screenById } from '../../shell/screens.ts'
import { notify } from '../../ui/notify.ts'

/** The letter of all viewers. */
export const INTO_NOTE_KEY = 'a'

interface ToNote {
  /** `null`: this person writes no note of this patient, and there is neither a key nor a button. */
  put: ((images: readonly NoteImage[]) => void) | null
  busy: boolean
  /** The question into which note, where it has to be asked. */
  layer: ReactNode
}
/** One key or button of a viewer by which what is on the screen stands in the note. */
export function useIntoNote(pid: number | undefined): ToNote {
  const me = useMe()
  const writes = useRight('emr.write')
  const [busy, setBusy] = useState(false)
  const under = useRef(false)
  const there = useRef(false)
  useEffect(() => {
    there.current = true
    return () => {
      there.current = false
    }
  }, [])
  const [asked, setAsked] = useState<{ choice: Choice; part: IntoNote } | null>(null)
  const load = intoNote()
  const may = load && pid !== undefined && writes !== '-' && writes !== 'g' && closedBy(me, screenById('emr2')) === null
  const put = async (images: readonly NoteImage[]) => {
    // A key that is held down puts it there once.
    if (!load || pid === undefined || images.length === 0 || under.current) return
    under.current = true
    setBusy(true)
    try {
      const part = await load()
      const choice = await part.putIntoNote({ pid, qid: visitHere(pid), images }, me)
      if (choice && there.current) setAsked({ choice, part })
      // Whoever has closed the viewer meanwhile believes that it stands in a note.
      else if (choice) notify({ kind: 'warn', title: t('files.intoNote.unasked'), lasts: 'untilClosed' })
    } catch (failed) {
      showError(failed)
    } finally {
      under.current = false
      setBusy(false)
    }
  }
  return {
    put: may ? (images) => void put(images) : null,
    busy,
    layer: asked && <asked.part.ChooseNote choice={asked.choice} onClose={() => setAsked(null)} />,
  }
}
