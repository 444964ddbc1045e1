import type { Form } from '@teleward/contract/forms/compile.ts'
import { putForm } from '@teleward/contract/forms/endpoints.ts'
import { isOpen } from '@teleward/contract/forms/rules.ts'
import type { FormView } from '@teleward/contract/forms/schema.ts'
import { scoreOf } from '@teleward/contract/forms/score.ts'
import type { Instance } from '@teleward/contract/forms/state.ts'
import { Input } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { openDraft } from '../../api/drafts.ts'
import { ApiError } from '../../api/errors.ts'
import { showError } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { closingOf, type Kept, type Sent, type Shelf, Writer } from '../../patterns/forms/answering.ts'
import { FormBody, questionsOf } from '../../patterns/forms/FormBody.tsx'
import { CalculationNote, MergedNote, SavedLine, ScoreLine } from '../../patterns/forms/Said.tsx'
import { useAnswering } from '../../patterns/forms/useAnswering.ts'
import { ReasonDialog } from '../../patterns/ReasonDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'

export interface FillingProps {
  view: FormView
  onView: (view: FormView) => void
  onReload: () => void
}

/** On this device, under the key of whoever is signed in. */
function useShelf(view: FormView, on: boolean): Shelf | null {
  const opened = useMemo(
    () => (on ? openDraft<Kept>({ screen: 'form', subject: `${view.patient.pid}/${view.id}` }) : null),
    [view.patient.pid, view.id, on],
  )
  useEffect(() => () => opened?.close(), [opened])
  return useMemo(
    () =>
      opened && {
        read: async () => (await opened.draft.ready()).value ?? null,
        write: (kept) => opened.draft.write(kept),
        remove: () => void opened.draft.clear(),
      },
    [opened],
  )
}

/** The questions with their answers, kept as they are given, until they are submitted; or amended, with a reason. */
export function Filling({ view, form, amending, onView, onReload }: FillingProps & { form: Form; amending: boolean }) {
  const shelf = useShelf(view, !amending)
  const seen = useRef(onView)
  seen.current = onView
  const [proxy, setProxy] = useState({
    name: view.answeredBy?.who === 'proxy' ? (view.answeredBy.name ?? '') : '',
    relation: view.answeredBy?.relation ?? '',
  })
  const said = useRef(proxy)
  said.current = proxy
  const send = async (
    step: 'save' | 'submit' | 'amend',
    { items, version }: Sent,
    reason?: string,
  ): Promise<FormView> => {
    const { name, relation } = said.current
    const next = await call(putForm, {
      params: { cmsf_id: view.id },
      body: {
        step,
        items,
        version,
        ...(name.trim() && relation.trim() ? { proxy: { name: name.trim(), relation: relation.trim() } } : {}),
        ...(reason ? { reason } : {}),
      },
    })
    seen.current(next)
    return next
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it lives as long as the page, and hears of what is new.
  const writer = useMemo(
    // An amendment is one step: nothing of it is kept before its reason is given.
    () =>
      new Writer(form, view as never, amending ? async (held) => held : (held) => send('save', held) as never, shelf),
    [form, shelf],
  )
  useEffect(() => {
    if (!amending) writer.hear(view as never)
  }, [writer, view, amending])
  useEffect(() => () => writer.stop(), [writer])
  const [whole, setWhole] = useState(false)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const now = useAnswering(form, writer, whole)
  const submit = async (reason?: string) => {
    setBusy(true)
    try {
      if (!amending) await writer.flush()
      await send(amending ? 'amend' : 'submit', { items: writer.items(), version: writer.version }, reason)
      writer.done()
      notify({ kind: 'ok', title: t(amending ? 'questions.form.amended' : 'questions.form.submitted') })
    } catch (error) {
      const closed = error instanceof ApiError && closingOf(error.code)
      if (closed) writer.close(closed)
      else showError(error)
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  const questions = questionsOf(now.enabled)
  const missing = questions.find(
    ({ key, node }) => now.faults.has(key) || (node.required && !now.state.answers[key]?.length),
  )
  const trySubmit = () => {
    setWhole(true)
    if (missing) {
      setSection(sectionOf(sections, missing.key))
      requestAnimationFrame(() => {
        const place = document.querySelector(`[data-key="${CSS.escape(missing.key)}"]`)
        place?.scrollIntoView({ block: 'center' })
        place?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true })
      })
      return
    }
    if (amending) setAsking(true)
    else void submit()
  }
  useKeys([{ keys: 'Mod+s', label: t('questions.form.submit'), run: trySubmit, inFields: true }])
  const sections = useMemo(() => sectionsOf(form, now.enabled), [form, now.enabled])
  const [section, setSection] = useState(0)
  const at = Math.min(section, sections.length - 1)
  const answered = questions.filter(({ key }) => now.state.answers[key]?.length).length
  if (now.closed && now.closed !== 'ILLEGAL_STEP')
    return (
      <div className="fm-note warn" role="alert">
        <p>
          {t('questions.form.closedWhile', {
            kept: t(now.saved ? 'questions.form.keptAll' : 'questions.form.keptHere'),
          })}
        </p>
        <Button onClick={onReload}>{t('questions.form.reload')}</Button>
      </div>
    )
  if (now.closed && !busy && isOpen(view.state))
    return (
      <div className="fm-note warn" role="alert">
        <p>{t('questions.form.doneElsewhere')}</p>
        <Button onClick={onReload}>{t('questions.form.reload')}</Button>
      </div>
    )
  return (
    <>
      {amending && <p className="fm-note info">{t('questions.form.amending')}</p>}
      <MergedNote form={form} now={now} onTheirs={() => writer.takeTheirs()} />
      <div className="row wrap">
        <span className="t3 num">{t('forms.answered', { count: answered, all: questions.length })}</span>
        <div className="fm-bar grow" aria-hidden="true">
          <i style={{ width: `${(answered / Math.max(1, questions.length)) * 100}%` }} />
        </div>
        {!amending && <SavedLine now={now} savedAt={view.savedAt} />}
      </div>
      <FormBody
        form={form}
        state={now.state}
        enabled={now.enabled}
        faults={now.faults}
        writer={writer}
        {...(sections[at] ? { only: sections[at] } : {})}
      />
      <CalculationNote form={form} fault={now.fault} />
      <ScoreLine score={scoreOf(form, now.enabled, now.state)} meaning={null} />
      <details className="qs-proxy" open={Boolean(proxy.name)}>
        <summary>{t('questions.form.proxy')}</summary>
        <div className="row wrap">
          <Input
            aria-label={t('questions.form.proxyName')}
            placeholder={t('questions.form.proxyName')}
            maxLength={60}
            value={proxy.name}
            onChange={(e) => setProxy({ ...proxy, name: e.target.value })}
          />
          <Input
            aria-label={t('questions.form.proxyRelation')}
            placeholder={t('questions.form.proxyRelation')}
            maxLength={30}
            value={proxy.relation}
            onChange={(e) => setProxy({ ...proxy, relation: e.target.value })}
          />
        </div>
      </details>
      <div className="row wrap qs-foot noprint">
        {sections.length > 1 && (
          <>
            <Button disabled={at === 0} onClick={() => setSection(at - 1)}>
              {t('questions.form.previous')}
            </Button>
            <span className="t3 num">{t('questions.form.section', { now: at + 1, all: sections.length })}</span>
            <Button disabled={at === sections.length - 1} onClick={() => setSection(at + 1)}>
              {t('questions.form.next')}
            </Button>
          </>
        )}
        <span className="grow" />
        {whole && now.faults.size > 0 && (
          <span className="c-bad">{t('questions.form.missing', { count: now.faults.size })}</span>
        )}
        <Button kind="primary" loading={busy} onClick={trySubmit}>
          {t('questions.form.submit')}
        </Button>
      </div>
      <ReasonDialog
        open={asking}
        title={t('questions.form.amendTitle')}
        submit={t('questions.form.submit')}
        label={t('questions.form.amendReason')}
        long={500}
        busy={busy}
        onSend={(reason) => void submit(reason)}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** A section is a group at the top; what stands between groups is one by itself. Without groups it is all one. */
function sectionsOf(form: Form, enabled: ReadonlyMap<string, Instance>): Instance[][] {
  const sections: Instance[][] = []
  let last: unknown = null
  for (const one of enabled.values()) {
    let root = one.node
    while (root.parent) root = root.parent
    const of = root.type === 'group' ? `${root.linkId}` : 'loose'
    if (of !== last || !sections.length) sections.push([])
    last = of
    sections.at(-1)?.push(one)
  }
  const groups = form.roots.filter(({ type }) => type === 'group').length
  return groups > 1 ? sections : sections.length ? [sections.flat()] : []
}
const sectionOf = (sections: readonly Instance[][], key: string) =>
  Math.max(
    0,
    sections.findIndex((rows) => rows.some((one) => one.key === key)),
  )
