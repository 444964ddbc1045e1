import { WarningOutlined } from '@ant-design/icons'
import { transitions } from '@teleward/contract/appointments/rules.ts'
import type { AppointmentStatus } from '@teleward/contract/appointments/schema.ts'
import { saveNote } from '@teleward/contract/emr/endpoints.ts'
import {
  canNote,
  type MissingField,
  missingForSigning,
  type NoteAction,
  type NoteActor,
} from '@teleward/contract/emr/rules.ts'
import {
  type AmendBody,
  type EmrData,
  type Note,
  type NotePart,
  noteParts,
  type Visit,
} from '@teleward/contract/emr/schema.ts'
import { Button } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isApiError } from '../../api/errors.ts'
import { useAct, wordsOf } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { useKeys } from '../../ui/keys.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { ConflictDialog, WithdrawDialog } from './Dialogs.tsx'
import type { Panel } from './search.ts'
import { type Fields, NoteCard } from './NoteCard.tsx'
import { dirtyParts, isEmpty } from './note-draft.ts'
import { Prescription } from './Prescription.tsx'
import { SignDialog, type Signing } from './SignDialog.tsx'
import type { Target } from './target.ts'
import { type Amendment, useAmendment } from './useAmendment.ts'
import type { NoteWork } from './pen.ts'
import { lineBody, useNoteWork } from './useNoteWork.ts'
import { usePresence, type Where } from './usePresence.ts'
import { useWords } from './useWords.ts'
import { Versions } from './Versions.tsx'

const finishes: readonly AppointmentStatus[] = transitions.finish.from

interface Props {
  pid: number
  qid: number
  data: EmrData
  visit: Visit
  target: Target
  actor: NoteActor
  seen: (note: Note) => void
  panel: Panel
  onPanel: (panel: Panel) => void
  onHere: (names: readonly string[]) => void
  left: ReactNode
  facts: ReactNode
}

/** The three columns around one note: what is written, what is prescribed, and the acts on both. */
export function NoteArea({ pid, qid, data, visit, target, actor, seen, panel, onPanel, onHere, left, facts }: Props) {
  const { note } = target
  const work = useNoteWork({ pid, qid, target, actor, seen })
  const can = (action: NoteAction) =>
    canNote(action, actor, { state: note?.state ?? 'draft', authorMid: target.authorMid }).ok
  const mayAmend = note !== null && can('amend')
  const rights = `${actor.level('diagnosis.write')}${actor.level('prescription.write')}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rights` spells what the actor may.
  const amendMay = useMemo(
    () => ({
      write: true,
      diagnose: actor.level('diagnosis.write') === 'y',
      prescribe: actor.level('prescription.write') === 'y',
    }),
    [rights],
  )
  const {
    work: amending,
    begin,
    ready: amendable,
  } = useAmendment({ pid, qid, note: mayAmend ? note : null, may: amendMay })
  const pen = amending ?? work
  const [signing, setSigning] = useState<Signing | null>(null)
  const [withdrawing, setWithdrawing] = useState(false)
  const [versions, setVersions] = useState(false)
  const [where, setWhere] = useState<Where>(null)
  const present = usePresence(note?.id ?? null, actor.mid, where)
  const names = present.map(({ name }) => name).join('\n')
  useEffect(() => onHere(names ? names.split('\n') : []), [names, onHere])
  const words = useWords(pen.may.write)
  const fields = useFields()

  const own = target.preparesFor === null && target.authorMid === actor.mid
  const latest = useRef(target)
  latest.current = target
  const missing = (): MissingField[] =>
    missingForSigning({ ...pen.view.text, diagnoses: pen.view.diagnoses }, actor.level('diagnosis.write') === 'y')
  const ask = (kind: Signing['kind']) => setSigning({ kind, missing: missing() })
  const handOver = useHandOver(pid, qid, work, () => latest.current.note, seen)

  const goTo = (field: MissingField | 'prescription') => {
    const focus = () => {
      const place = field === 'prescription' ? fields.drug : field === 'diagnoses' ? fields.icd : fields.parts[field]
      place.current?.focus()
      place.current?.scrollIntoView({ block: 'nearest' })
    }
    // At once: what is typed behind the key belongs into the field already.
    flushSync(() => {
      setSigning(null)
      onPanel(field === 'prescription' ? 'orders' : 'note')
    })
    // The dialog gives the focus back first.
    if (signing) setTimeout(focus, 250)
    else focus()
  }
  const canSign = own && can('sign') && target.writable
  // Only a visit that began can end: before the check-in, and after the end, the note alone is signed.
  const canFinish = canSign && finishes.includes(visit.status) && actor.level('appointment.finish') !== '-'
  useKeys(
    [
      ...noteParts.map((part, index) => ({
        keys: `Alt+${index + 1}`,
        label: t(`emr.part.${part}`),
        run: () => goTo(part),
      })),
      { keys: 'Alt+I', label: t('emr.icd.find'), run: () => goTo('diagnoses') },
      { keys: 'Alt+D', label: t('emr.rx.add'), run: () => goTo('prescription') },
    ],
    pen.may.write,
  )
  useKeys(
    [
      {
        keys: 'Mod+ENTER',
        label: t(canFinish ? 'emr.sign.finish' : 'emr.sign.only'),
        run: () => ask(amending ? 'amend' : canFinish ? 'finish' : 'sign'),
      },
    ],
    (canSign || amending !== null) && signing === null,
  )
  return (
    <>
      <div className="cols" data-tab={panel}>
        <div className="col-hist">{left}</div>
        <div className="col-mid">
          <NoteCard
            note={note}
            pen={pen}
            saved={work.saved}
            amending={
              amending ? { onSign: () => ask('amend'), onCancel: () => void dropAmendment(amending.cancel) } : undefined
            }
            acts={{
              sign: canSign,
              finish: canFinish,
              handOver: target.preparesFor !== null && note?.state === 'draft' && can('handOver'),
              amend: mayAmend && amendable,
              withdraw: note !== null && can('withdraw'),
              onSign: (finish) => ask(finish ? 'finish' : 'sign'),
              onHandOver: () => void handOver(),
              onAmend: () => begin(),
              onWithdraw: () => setWithdrawing(true),
              onVersions: () => setVersions(true),
            }}
            words={words}
            fields={fields}
            present={present}
            onWhere={setWhere}
            bands={
              <>
                <ConflictDialog conflicts={work.conflicts} onSettle={work.settle} />
                {!amending && (
                  <Leftover
                    work={work}
                    writable={target.writable}
                    onAmend={
                      mayAmend && amendable
                        ? () => {
                            begin(work.unsent)
                            work.discard()
                          }
                        : null
                    }
                  />
                )}
                {amending && note && amending.amendment.version !== note.version && (
                  <p className="alert warn band2">
                    <WarningOutlined />
                    {t('emr.amend.overtaken')}
                  </p>
                )}
              </>
            }
          />
        </div>
        <div className="col-orders">
          <Prescription pen={pen} input={fields.drug} onFocus={() => setWhere('prescription')} />
          {facts}
        </div>
      </div>
      <SignDialog
        signing={signing}
        patient={data.patient}
        nameOnly={data.access === 'own' || data.access === 'none'}
        visit={visit}
        view={pen.view}
        confirmedUntil={data.signConfirmedUntil}
        prepare={async () => ((await work.flush()) ? latest.current.note : null)}
        amendment={(reason) => amendBody(pid, qid, reason, amending?.amendment ?? emptyAmendment(note))}
        onGo={goTo}
        onSigned={(after) => {
          seen(after)
          amending?.cancel()
        }}
        onClose={() => setSigning(null)}
      />
      {note && <WithdrawDialog note={note} open={withdrawing} onDone={seen} onClose={() => setWithdrawing(false)} />}
      {note && <Versions noteId={note.id} open={versions} onClose={() => setVersions(false)} />}
    </>
  )
}

function useFields(): Fields {
  const s = useRef<HTMLTextAreaElement>(null)
  const o = useRef<HTMLTextAreaElement>(null)
  const a = useRef<HTMLTextAreaElement>(null)
  const p = useRef<HTMLTextAreaElement>(null)
  const memo = useRef<HTMLTextAreaElement>(null)
  const icd = useRef<HTMLInputElement>(null)
  const drug = useRef<HTMLInputElement>(null)
  return useMemo(() => ({ parts: { s, o, a, p, memo }, icd, drug }), [])
}

/** A nurse has prepared the note: the last words go along, then the doctor is told. */
function useHandOver(pid: number, qid: number, work: NoteWork, note: () => Note | null, seen: (note: Note) => void) {
  const act = useAct(saveNote, {
    onDone: (after) => {
      seen(after)
      notify({ kind: 'ok', title: t('emr.note.handedOver', { name: after.author.name }) })
    },
  })
  return async () => {
    const sent = await work.flush()
    const now = note()
    if (!sent || !now) notify({ kind: 'warn', title: t('emr.sign.unsent') })
    else act.mutate({ params: { id: now.id }, body: { pid, qid, version: now.version, handOver: true } })
  }
}

async function dropAmendment(cancel: () => void): Promise<void> {
  const yes = await confirmAct({
    title: t('emr.amend.cancelTitle'),
    text: t('emr.amend.cancelText'),
    ok: t('emr.amend.cancel'),
    cancel: t('common.back'),
    danger: true,
  })
  if (yes) cancel()
}

const emptyAmendment = (note: Note | null): Amendment => ({
  noteId: note?.id ?? '',
  version: note?.version ?? 1,
  text: { s: '', o: '', a: '', p: '', memo: '' },
  diagnoses: [],
  lines: [],
})
function amendBody(pid: number, qid: number, reason: string, amendment: Amendment): AmendBody {
  const { noteId, version, text, diagnoses, lines } = amendment
  return {
    pid,
    qid,
    id: noteId,
    version,
    reason,
    ...text,
    diagnoses: diagnoses.map(({ code, remarks }) => ({ code, remarks })),
    lines: lines.map(lineBody),
  }
}

interface LeftoverProps {
  work: NoteWork
  writable: boolean
  onAmend: (() => void) | null
}
/** Words that the note could not take any more: signed meanwhile, or the right to it gone. They wait here. */
function Leftover({ work, writable, onAmend }: LeftoverProps) {
  const { stopped, unsent } = work
  if (isEmpty(unsent) || (writable && !stopped)) return null
  const texts = dirtyParts(unsent).map(
    (part: NotePart) => `${t(`emr.part.${part}`)}\n${unsent.parts[part]?.text ?? ''}`,
  )
  const copy = () =>
    void navigator.clipboard?.writeText(texts.join('\n\n')).then(
      () => notify({ kind: 'ok', title: t('common.copied') }),
      (error: unknown) => notify({ kind: 'bad', title: String(error) }),
    )
  return (
    <div className="alert warn band2" role="alert">
      <WarningOutlined />
      <div className="grow">
        <b>{t('emr.leftover.title')}</b> {isApiError(stopped) ? wordsOf(stopped) : ''}
        <p className="left-text">{texts.join('\n')}</p>
        <div className="row">
          {onAmend && (
            <Button size="small" type="primary" onClick={onAmend}>
              {t('emr.leftover.amend')}
            </Button>
          )}
          {texts.length > 0 && (
            <Button size="small" onClick={copy}>
              {t('common.copy')}
            </Button>
          )}
          <Button size="small" danger onClick={work.discard}>
            {t('common.discard')}
          </Button>
        </div>
      </div>
    </div>
  )
}
