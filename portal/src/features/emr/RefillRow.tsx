import { updateContinuousPrescription } from '@teleward/contract/emr/rx-endpoints.ts'
import { REFILLS_MAX } from '@teleward/contract/emr/rx-rules.ts'
import type { Refill } from '@teleward/contract/emr/rx-schema.ts'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { addDays } from '@teleward/contract/core/dates.ts'
import { useState } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { DayPicker } from '../../patterns/DayPicker.tsx'
import { formatDate, isoDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import type { NoteWork } from './note-editor.ts'

interface Props {
  note: Note | null
  work: NoteWork
  seen: (note: Note) => void
}
const USUAL_TIMES = 3
const USUAL_DAYS = 90

/** Makes the prescription refillable: how often in all, and until when. */
export function RefillRow({ note, work, seen }: Props) {
  const [busy, setBusy] = useState(false)
  /** What was chosen, until the server has it. */
  const [wanted, setWanted] = useState<Refill | null>(null)
  const keeping = useEndpointMutation(updateContinuousPrescription, {
    onDone: seen,
    onError: (error) => {
      if (error.code !== 'VERSION_STALE') return false
      notify({ kind: 'warn', title: t('rx.refill.stale') })
      return true
    },
  })
  const today = isoDay()
  const set = async (refill: Refill | null) => {
    setBusy(true)
    setWanted(refill)
    // The lines that are on their way belong to what is refilled.
    const sent = await work.flush()
    setBusy(false)
    const now = work.newest()
    if (!sent || !now) return notify({ kind: 'warn', title: t('rx.refill.notYet') })
    const { id: noteId, pid, qid, version } = now
    keeping.mutate({ body: { pid, qid, noteId, version, refill } })
  }
  const waits = busy || keeping.isPending
  const refill = waits ? wanted : (note?.refill ?? null)
  return (
    <div className="rxrefill row f13">
      <label className="row">
        <input
          type="checkbox"
          checked={refill !== null}
          disabled={waits}
          onChange={(event) =>
            void set(event.target.checked ? { times: USUAL_TIMES, until: addDays(today, USUAL_DAYS) } : null)
          }
        />
        {t('rx.refill.title')}
      </label>
      {refill && (
        <>
          <label className="row">
            <select
              className="input"
              value={refill.times}
              disabled={waits}
              aria-label={t('rx.refill.times')}
              onChange={(event) => void set({ ...refill, times: Number(event.target.value) })}
            >
              {Array.from({ length: REFILLS_MAX - 1 }, (_, at) => at + 2).map((times) => (
                <option key={times} value={times}>
                  {t('rx.refill.count', { count: times })}
                </option>
              ))}
            </select>
          </label>
          <DayPicker
            value={refill.until}
            label={t('rx.refill.until')}
            text={(day) => t('rx.refill.untilDay', { date: formatDate(day) })}
            onChange={(until) => void set({ ...refill, until })}
          />
        </>
      )}
    </div>
  )
}
