import '../../patterns/notes/notes.css'
import { imageText } from '@teleward/contract/emr/images.ts'
import { Modal } from 'antd'
import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { showError } from '../../api/query.ts'
import type { Me } from '../../api/me.ts'
import { ensureTexts, t, useT } from '../../i18n/i18n.ts'
import { either, nameOf } from '../../patterns/Patient.tsx'
import type { Choice, NotePlace, Pictures } from '../../shell/into-note.ts'
import { go } from '../../shell/navigation.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { type Put, putImages } from './note-images.ts'
import { placesFor } from './note-places.ts'
import type { Outcome } from './note-write.ts'

const placeText = ({ startAt, unitName, unitNameEn }: NotePlace) =>
  [formatDateTime(startAt), either(unitName, unitNameEn)].join(t('common.dot'))
const toRecord = (pid: number, qid: number) => ({
  label: t('files.intoNote.record'),
  run: () => void go('emr2', { pid, qid }),
})

export async function putIntoNote(pictures: Pictures, me: Me): Promise<Choice | null> {
  // The words of what cannot be saved are the record's own.
  const [{ sure, places, refused }] = await Promise.all([placesFor(pictures, me), ensureTexts('emr', 'files')])
  if (!sure) return { pictures, places, refused }
  await putThere(pictures, sure, me)
  return null
}

/** Puts them, tells where they stand now, and offers to take them out again. */
async function putThere(pictures: Pictures, place: NotePlace, me: Me): Promise<void> {
  const put = await putImages(pictures, place, me)
  const { outcome, added } = put
  const visit = placeText(place)
  // What is done to the same pictures is told in one place: a second press does not pile up.
  const key = ['intonote', place.qid, ...pictures.images.map(imageText)].join()
  if (outcome !== 'put' && outcome !== 'kept') return tellNot(outcome, pictures.pid, place, key)
  if (added.length === 0) return notify({ kind: 'info', title: t('files.intoNote.there', { visit }), key })
  notify({
    kind: outcome === 'put' ? 'ok' : 'warn',
    title: t(outcome === 'put' ? 'files.intoNote.done' : 'files.intoNote.kept', { visit }),
    text: added.map(({ words }) => words).join('\n'),
    lasts: 'store',
    key,
    action: {
      label: t('files.intoNote.undo'),
      run: () => void takeOut(put, pictures.pid, place, key).catch(showError),
    },
  })
}
async function takeOut({ undo, begun }: Put, pid: number, place: NotePlace, key: string): Promise<void> {
  const outcome = await undo()
  const visit = placeText(place)
  if (outcome === 'put')
    notify({ kind: 'ok', title: t(begun ? 'files.intoNote.undoneBegun' : 'files.intoNote.undone', { visit }), key })
  else if (outcome === 'kept')
    notify({ kind: 'warn', title: t('files.intoNote.undoneKept', { visit }), lasts: 'store', key })
  else tellNot(outcome, pid, place, key)
}
const tellNot = (outcome: Exclude<Outcome, 'put' | 'kept'>, pid: number, place: NotePlace, key: string) =>
  notify({
    kind: 'warn',
    title: t(`files.intoNote.${outcome}`, { visit: placeText(place) }),
    lasts: 'untilClosed',
    key,
    action: toRecord(pid, place.qid),
  })

/** Into which note, where only the person knows; and that there is none, with what can be done then. */
export function ChooseNote({ choice, onClose }: { choice: Choice; onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const { pictures, places, refused } = choice
  const [busy, setBusy] = useState<number | null>(null)
  const pick = async (place: NotePlace) => {
    if (busy !== null) return
    setBusy(place.qid)
    try {
      await putThere(pictures, place, me)
    } catch (failed) {
      showError(failed)
    }
    onClose()
  }
  const begun = places.filter((place) => place.begun)
  const why =
    places.length === 0
      ? 'noneText'
      : begun.length === 0
        ? 'begin'
        : begun.length < places.length
          ? 'which'
          : begun.length === 1
            ? 'another'
            : 'several'
  return (
    <Modal open footer={null} title={t('files.intoNote.put')} onCancel={onClose} width={480}>
      <div className="intonote">
        {refused && <p className="alert warn">{t(`files.intoNote.${refused === 'signed' ? 'signed' : 'notYours'}`)}</p>}
        <p>
          {begun.length === 0 && <b>{t('files.intoNote.none')} </b>}
          {t(`files.intoNote.${why}`)}
        </p>
        {places.length > 0 && (
          <ul>
            {places.map((place, at) => (
              <li key={place.qid}>
                <button
                  type="button"
                  // biome-ignore lint/a11y/noAutofocus: whoever asked by a key answers by Enter.
                  autoFocus={at === 0}
                  disabled={busy !== null}
                  onClick={() => void pick(place)}
                >
                  <b className="num">{placeText(place)}</b>
                  <span className="t2 f13">
                    {t(place.begun ? 'files.intoNote.draftOf' : 'files.intoNote.new', { name: nameOf(place.author) })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <span className="row">
          {places.length === 0 && (
            <Button kind="primary" autoFocus onClick={() => toRecord(pictures.pid, pictures.qid ?? 0).run()}>
              {t('files.intoNote.record')}
            </Button>
          )}
          <Button onClick={onClose}>{t('common.cancel')}</Button>
        </span>
      </div>
    </Modal>
  )
}
