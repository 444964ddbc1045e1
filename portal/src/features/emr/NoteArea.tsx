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
import { type AmendBody, type EmrData, type Note, noteParts, type Visit } from '@teleward/contract/emr/schema.ts'
import { blanksIn } from '@teleward/contract/snippets/blanks.ts'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { allergiesIn } from '../../patterns/Patient.tsx'
import { loadChunk } from '../../shell/chunks.tsx'
import { useKeys } from '../../ui/keys.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { ConflictDialog, WithdrawDialog } from './Dialogs.tsx'
import { columnOf, type Panel } from './search.ts'
import { type Fields, NoteCard } from './NoteCard.tsx'
import { Leftover } from './Leftover.tsx'
import { OwnPart } from './OwnPart.tsx'
import { marksOf } from './copies.ts'
import { CopyTags } from './CopyTags.tsx'
import { Here, hereText } from './Here.tsx'
import { Prescription } from './Prescription.tsx'
import { RefillRow } from './RefillRow.tsx'
import { RxFoot } from './RxFoot.tsx'
import { Products } from './Products.tsx'
import { SignDialog, type Signing } from './SignDialog.tsx'
import type { Target } from './target.ts'
import { type Amendment, useAmendment } from './useAmendment.ts'
import type { NoteWork } from './note-editor.ts'
import { lineBody } from './note-calls.ts'
import { useNoteWork } from './useNoteWork.ts'
import type { Where } from './presence-lines.ts'
import { usePresence } from './usePresence.ts'
import { useCopies } from './useCopies.tsx'
import { useTemplates } from './useTemplates.tsx'
import { useSafety } from './useSafety.tsx'
import { type Unfinished, unfinishedNow } from './unfinished.ts'
import { useSnippets } from './useSnippets.ts'
import { Versions } from './Versions.tsx'

const AiPanel = lazy(() => loadChunk(() => import('./AiPanel.tsx')))

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
  const names = present.map(hereText).join('\n')
  useEffect(() => onHere(names ? names.split('\n') : []), [names, onHere])
  const words = useSnippets(pen.may.write)
  const fields = useFields()
  const safety = useSafety({ pid, qid, note, pen, amending, work, own: target.authorMid === actor.mid, seen })

  const copies = useCopies({
    pid,
    qid,
    records: data.records,
    authorMid: target.authorMid,
    work,
    enabled: !amending && signing === null,
    seen,
    // One goes on where nothing stands yet.
    onDone: (after, of) =>
      goTo(of === 'prescription' ? 'prescription' : (noteParts.find((part) => !after[part].trim()) ?? 's')),
  })
  const templates = useTemplates(pen, fields, { data, visit }, (part) => goTo(part))

  const own = target.preparesFor === null && target.authorMid === actor.mid
  const missing = (): MissingField[] =>
    missingForSigning({ ...pen.view.text, diagnoses: pen.view.diagnoses }, actor.level('diagnosis.write') === 'y')
  const ask = (kind: Signing['kind']) => setSigning({ kind, missing: missing() })
  const handOver = useHandOver(pid, qid, work, seen, (place) => goToField(place))

  const goTo = (field: MissingField | 'prescription') => {
    const focus = () => {
      const place = field === 'prescription' ? fields.drug : field === 'diagnoses' ? fields.icd : fields.parts[field]
      place.current?.focus()
      if (place.current instanceof HTMLTextAreaElement && signing) selectBlank(place.current)
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
  const goToField = ({ kind, go: focus }: Unfinished) => {
    flushSync(() => {
      setSigning(null)
      onPanel(kind === 'diagnosis' ? 'note' : 'orders')
    })
    // The dialog gives the focus back first.
    setTimeout(focus, signing ? 250 : 0)
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
  const signed = note?.state === 'signed' || note?.state === 'amended'
  const foot =
    note && signed && !amending && note.lines.length > 0 ? (
      <RxFoot note={note} sendings={data.sendings} own={own} />
    ) : (
      !amending && work.may.prescribe && work.view.lines.length > 0 && <RefillRow note={note} work={work} seen={seen} />
    )
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: nothing is done with the box, it hears that the focus left a field. */}
      <div className="cols" data-tab={columnOf(panel)} data-part={panel} onBlur={() => setWhere(null)}>
        <div className="col-hist">{left}</div>
        <div className="col-mid">
          <NoteCard
            pid={pid}
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
            onCopy={copies.note}
            onTemplate={templates.show}
            bands={
              <>
                {templates.field}
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
          <Prescription
            pen={pen}
            input={fields.drug}
            onFocus={() => setWhere('prescription')}
            onAgain={copies.prescription}
            mark={
              <>
                <CopyTags marks={marksOf(pen.view, note)} part="prescription" />
                <Here present={present} at="prescription" />
              </>
            }
            allergies={allergiesIn(data.patient)}
            warnings={safety.shown}
            foot={foot}
          />
          <Products pid={pid} qid={qid} sendings={data.products} mid={actor.mid} />
          {actor.level('ai.suggest') !== '-' && work.may.write && !amending && (
            <OwnPart title={t('emr.ai.title')}>
              <Suspense fallback={null}>
                <AiPanel key={note?.id} pid={pid} qid={qid} ai={data.ai} note={note} work={work} />
              </Suspense>
            </OwnPart>
          )}
          {facts}
        </div>
      </div>
      <SignDialog
        signing={signing}
        patient={data.patient}
        nameOnly={data.access === 'own' || data.access === 'none'}
        visit={visit}
        view={pen.view}
        refill={note?.refill ?? null}
        copied={note?.copied ?? []}
        confirmedUntil={data.signConfirmedUntil}
        prepare={async () => ((await work.flush()) ? work.newest() : null)}
        amendment={(reason) => amendBody(pid, qid, reason, amending?.amendment ?? emptyAmendment(note))}
        warnings={safety.open}
        answered={safety.answered}
        others={present.filter(({ part }) => part !== null)}
        onGo={goTo}
        onGoTo={goToField}
        onSigned={(after) => {
          seen(after)
          amending?.cancel()
        }}
        onClose={() => setSigning(null)}
      />
      {copies.dialog}
      {note && <WithdrawDialog note={note} open={withdrawing} onDone={seen} onClose={() => setWithdrawing(false)} />}
      {note && <Versions pid={pid} noteId={note.id} open={versions} onClose={() => setVersions(false)} />}
    </>
  )
}

/** Whoever comes from the signature comes for what is still to be filled in. */
function selectBlank(area: HTMLTextAreaElement): void {
  const [first] = blanksIn(area.value)
  if (first) area.setSelectionRange(first.from, first.to)
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
function useHandOver(
  pid: number,
  qid: number,
  work: NoteWork,
  seen: (note: Note) => void,
  onUnfinished: (place: Unfinished) => void,
) {
  const act = useEndpointMutation(saveNote, {
    onDone: (after) => {
      seen(after)
      notify({ kind: 'ok', title: t('emr.note.handedOver', { name: after.author.name }) })
    },
  })
  return async () => {
    const [unfinished] = unfinishedNow()
    if (unfinished) {
      const { kind, text } = unfinished
      notify({
        kind: 'warn',
        key: 'unfinished',
        title: t('emr.note.unfinished'),
        text: t(`emr.sign.unfinishedAt.${kind}`, { text }),
      })
      onUnfinished(unfinished)
      return
    }
    const sent = await work.flush()
    const now = work.newest()
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
  const { noteId, version, text, diagnoses, lines, answers } = amendment
  return {
    pid,
    qid,
    id: noteId,
    version,
    reason,
    ...text,
    diagnoses: diagnoses.map(({ code, remarks }) => ({ code, remarks })),
    lines: lines.map(lineBody),
    ...(answers?.length ? { answers: [...answers] } : {}),
  }
}
