import { CheckCircleOutlined, InfoCircleOutlined } from '@ant-design/icons'
import { compile, type Form } from '@teleward/contract/forms/compile.ts'
import { getLinkForm, postLinkAnswers } from '@teleward/contract/forms/endpoints.ts'
import { type Questionnaire, textOf, titleOf } from '@teleward/contract/forms/fhir.ts'
import type { LinkForm } from '@teleward/contract/forms/schema.ts'
import { fromItems } from '@teleward/contract/forms/state.ts'
import { enabledOf } from '@teleward/contract/forms/enable.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { closingOf, type Sent, type Shelf, Writer } from '../../patterns/forms/answering.ts'
import { FormBody, questionsOf } from '../../patterns/forms/FormBody.tsx'
import { CalculationNote, MergedNote, meaningText, SavedLine, ScoreLine } from '../../patterns/forms/Said.tsx'
import { useAnswering } from '../../patterns/forms/useAnswering.ts'
import { formatDateTime } from '../../ui/format.ts'
import { shelfOf } from './formShelf.ts'
import { LinkFrame } from './LinkFrame.tsx'
import { Fault, useStep } from './step.tsx'
import type { LinkState } from './useLink.ts'

/** What the unit asks the patient: one question on a page, kept as it is answered, also without a line. */
export default function FormStep({ link }: { link: LinkState }) {
  const client = useQueryClient()
  const options = useMemo(() => endpointQuery(getLinkForm, { params: { token: link.token } }), [link.token])
  const query = useQuery({ ...options, refetchOnWindowFocus: true, refetchInterval: 60_000 })
  const { data } = query
  if (!data)
    return query.error ? (
      <LinkFrame link={link}>
        <Fault fault={{ words: errorMessage(query.error) }} />
      </LinkFrame>
    ) : (
      <LinkFrame link={link} busy />
    )
  return <Asked link={link} view={data} onView={(view) => client.setQueryData(options.queryKey, view)} />
}

interface Props {
  link: LinkState
  view: LinkForm
  onView: (view: LinkForm) => void
}
const isOver = ({ state }: LinkForm) => state === 'completed' || state === 'amended' || state === 'expired'

function Asked({ link, view, onView }: Props) {
  const content = view.content as unknown as Questionnaire
  // The questions of a version never change: what is answered is all that comes anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one form for as long as the page lives.
  const form = useMemo(() => compile(content), [])
  const [shelf, setShelf] = useState<Shelf | null | undefined>(undefined)
  useEffect(() => {
    let gone = false
    void shelfOf(link.token).then((opened) => {
      if (!gone) setShelf(opened)
    })
    return () => {
      gone = true
    }
  }, [link.token])
  if (isOver(view)) return <Over link={link} view={view} form={form} />
  if (shelf === undefined) return <LinkFrame link={link} busy />
  return <Filling link={link} view={view} onView={onView} form={form} shelf={shelf} />
}

function useWriter({ link, view, onView, form, shelf }: Props & { form: Form; shelf: Shelf | null }) {
  const proxy = useRef(view.proxy)
  const seen = useRef(onView)
  seen.current = onView
  const send = async (step: 'save' | 'submit', { items, version }: Sent) => {
    const next = await call(postLinkAnswers, {
      params: { token: link.token },
      body: { step, items, version, ...(proxy.current ? { proxy: proxy.current } : {}) },
    })
    seen.current(next)
    return next
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it lives as long as the page, and hears of what is new.
  const writer = useMemo(() => new Writer(form, view, (held) => send('save', held), shelf), [form, shelf])
  useEffect(() => writer.hear(view), [writer, view])
  useEffect(() => () => writer.stop(), [writer])
  return { writer, send, proxy }
}

function Filling(props: Props & { form: Form; shelf: Shelf | null }) {
  const { link, view, form } = props
  const { t, language } = useI18n()
  const { writer, send, proxy } = useWriter(props)
  const [whole, setWhole] = useState(false)
  const now = useAnswering(form, writer, whole)
  const { run, busy, fault, setFault } = useStep()
  const questions = questionsOf(now.enabled)
  const first = questions.findIndex(({ key }) => !now.state.answers[key]?.length)
  const [at, setAt] = useState(-1)
  const content = view.content as unknown as Questionnaire
  const answered = questions.filter(({ key }) => now.state.answers[key]?.length).length
  if (now.closed === 'FORM_RETIRED' || now.closed === 'FORM_CLOSED' || now.closed === 'ILLEGAL_STEP')
    return <Kept link={link} code={now.closed} answered={answered} saved={now.saved} />
  const last = at >= questions.length
  const submit = () =>
    run(async () => {
      setWhole(true)
      await writer.flush()
      const wrong = questions.findIndex(
        ({ key, node }) => now.faults.has(key) || (node.required && !now.state.answers[key]?.length),
      )
      if (wrong >= 0) {
        setAt(wrong)
        return
      }
      try {
        await send('submit', { items: writer.items(), version: writer.version })
        writer.done()
      } catch (error) {
        const closed = error instanceof ApiError && closingOf(error.code)
        if (!closed) throw error
        writer.close(closed)
      }
    })
  if (at < 0)
    return (
      <Intro
        link={link}
        view={view}
        count={questions.length}
        begun={answered > 0}
        proxy={proxy}
        onBegin={() => setAt(first < 0 ? questions.length : first)}
      />
    )
  const one = questions[at]
  // The texts and headings that stand before a question belong to its page.
  const page = one ? before([...now.enabled.values()], questions[at - 1]?.key, one.key) : []
  return (
    <LinkFrame
      link={link}
      foot={
        <div className="lk-pair">
          <button
            type="button"
            className="lk-btn sec"
            onClick={() => {
              setFault(null)
              setAt(at - 1)
            }}
          >
            {t('forms.previous')}
          </button>
          <button
            type="button"
            className="lk-btn"
            disabled={busy}
            onClick={() => {
              setFault(null)
              if (last) void submit()
              else if (one && now.faults.has(one.key)) setWhole(true)
              else setAt(at + 1)
            }}
          >
            {last ? t('forms.submit') : at === questions.length - 1 ? t('forms.toEnd') : t('forms.next')}
          </button>
        </div>
      }
    >
      <div className="row">
        <span className="t3 num grow">
          {last
            ? t('forms.answered', { count: answered, all: questions.length })
            : t('forms.progress', { now: at + 1, all: questions.length })}
        </span>
        <SavedLine now={now} savedAt={view.savedAt} />
      </div>
      <div className="fm-bar" role="img" aria-label={t('forms.answered', { count: answered, all: questions.length })}>
        <i style={{ width: `${(answered / Math.max(1, questions.length)) * 100}%` }} />
      </div>
      {view.danger && <Help />}
      <MergedNote form={form} now={now} onTheirs={() => writer.takeTheirs()} />
      {last ? (
        <Review form={form} questions={questions} now={now} onGo={setAt} />
      ) : (
        <FormBody form={form} state={now.state} enabled={now.enabled} faults={now.faults} writer={writer} only={page} />
      )}
      <CalculationNote form={form} fault={now.fault} />
      <Fault fault={fault} />
      {view.retired && <p className="lk-note info">{t('link.form.retired')}</p>}
      <p className="lk-small">{titleOf(content, language)}</p>
    </LinkFrame>
  )
}
function before<T extends { key: string; node: { hidden: boolean } }>(
  all: readonly T[],
  from: string | undefined,
  to: string,
): T[] {
  const start = from === undefined ? 0 : all.findIndex(({ key }) => key === from) + 1
  return all.slice(start, all.findIndex(({ key }) => key === to) + 1).filter(({ node }) => !node.hidden)
}

function Intro({
  link,
  view,
  count,
  begun,
  proxy,
  onBegin,
}: {
  link: LinkState
  view: LinkForm
  count: number
  begun: boolean
  proxy: { current: LinkForm['proxy'] }
  onBegin: () => void
}) {
  const { t, language } = useI18n()
  const [who, setWho] = useState<'patient' | 'proxy'>(view.proxy ? 'proxy' : 'patient')
  const [said, setSaid] = useState(view.proxy ?? { name: '', relation: '' })
  const [missing, setMissing] = useState(false)
  const content = view.content as unknown as Questionnaire
  const begin = () => {
    const [name, relation] = [said.name.trim(), said.relation.trim()]
    if (who === 'proxy' && !(name && relation)) return setMissing(true)
    proxy.current = who === 'proxy' ? { name, relation } : null
    onBegin()
  }
  const from = (language === 'en' && view.askedBy.nameEn) || view.askedBy.name
  return (
    <LinkFrame
      link={link}
      foot={
        <button type="button" className="lk-btn" onClick={begin}>
          {t(begun ? 'link.form.goOn' : 'link.form.begin')}
        </button>
      }
    >
      <h1>{titleOf(content, language)}</h1>
      <p>{textOf(content, 'description', language) || t('link.form.intro', { name: from })}</p>
      <p className="t3">
        {t('link.form.count', { count, minutes: Math.max(1, Math.round(count / 4)) })}
        {view.endAt && ` ${t('link.form.until', { time: formatDateTime(view.endAt) })}`}
      </p>
      <fieldset className="lk-choose">
        <legend className="sr">{t('link.form.who')}</legend>
        {(['patient', 'proxy'] as const).map((one) => (
          <label key={one} className={who === one ? 'on' : ''}>
            <input type="radio" name="who" checked={who === one} onChange={() => setWho(one)} />
            {t(`link.form.${one}`)}
          </label>
        ))}
      </fieldset>
      {who === 'proxy' &&
        (['name', 'relation'] as const).map((field) => (
          <label key={field} className="lk-field">
            {t(`link.authorise.${field}`)}
            <input
              value={said[field]}
              maxLength={field === 'name' ? 60 : 30}
              onChange={({ target }) => setSaid({ ...said, [field]: target.value })}
            />
          </label>
        ))}
      {missing && <Fault fault={{ words: t('link.authorise.giverNeeded') }} />}
      <p className="lk-note info">{t('link.form.kept')}</p>
    </LinkFrame>
  )
}

/** Everything once more before it goes: what is missing leads to its question. */
function Review({
  form,
  questions,
  now,
  onGo,
}: {
  form: Form
  questions: ReturnType<typeof questionsOf>
  now: ReturnType<typeof useAnswering>
  onGo: (at: number) => void
}) {
  const { t, language } = useI18n()
  const open = questions.map((one, at) => ({ ...one, at })).filter(({ key }) => !now.state.answers[key]?.length)
  return (
    <div className="fm">
      <h1>{t('link.form.review')}</h1>
      {open.length === 0 ? (
        <p>{t('link.form.complete')}</p>
      ) : (
        <>
          <p>{t('link.form.open', { count: open.length })}</p>
          <ul className="lk-times">
            {open.map(({ key, node, at }) => (
              <li key={key}>
                <button type="button" className="fm-clear" onClick={() => onGo(at)}>
                  {textOf(form.byId.get(node.linkId)?.item ?? node.item, 'text', language)}
                  {node.required ? ' *' : ''}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Somebody may be in danger: help comes before everything else. */
function Help() {
  const { t } = useI18n()
  return (
    <div className="fm-note bad" role="alert">
      <b>{t('forms.help.title')}</b>
      <p>{t('forms.help.text')}</p>
      <p>{t('forms.help.call')}</p>
      <div className="lk-pair">
        <a className="lk-btn end" href="tel:119">
          {t('forms.help.call119')}
        </a>
        <a className="lk-btn sec" href="tel:1925">
          {t('forms.help.call1925')}
        </a>
      </div>
    </div>
  )
}

/** Nothing is taken any more while somebody was answering: what has arrived is said, and what has not. */
function Kept({ link, code, answered, saved }: { link: LinkState; code: string; answered: number; saved: boolean }) {
  const { t } = useI18n()
  const key = code === 'FORM_RETIRED' ? 'withdrawn' : code === 'FORM_CLOSED' ? 'closed' : 'twice'
  return (
    <LinkFrame link={link}>
      <div className="lk-over" role="status">
        <InfoCircleOutlined className="c-info" aria-hidden="true" />
        <h1>{t(`link.form.${key}`)}</h1>
        <p>{t(`link.form.${key}Text`)}</p>
        {key !== 'twice' && <p>{t(saved ? 'link.form.arrived' : 'link.form.notArrived', { count: answered })}</p>}
      </div>
    </LinkFrame>
  )
}

function Over({ link, view, form }: { link: LinkState; view: LinkForm; form: Form }) {
  const { t, language } = useI18n()
  if (view.state === 'expired') {
    const state = fromItems(form, view.items as never)
    const answered = questionsOf(enabledOf(form, state)).filter(({ key }) => state.answers[key]?.length).length
    return <Kept link={link} code={view.withdrawn ? 'FORM_RETIRED' : 'FORM_CLOSED'} answered={answered} saved />
  }
  const words = meaningText(view.meaning, language)
  return (
    <LinkFrame link={link}>
      <div className="lk-over" role="status">
        <CheckCircleOutlined className="c-ok" aria-hidden="true" />
        <h1>{t('link.form.thanks')}</h1>
        <p>{t('link.form.done', { time: view.completedAt ? formatDateTime(view.completedAt) : '' })}</p>
        {words && <ScoreLine score={view.score} meaning={view.meaning} />}
      </div>
      {view.danger && <Help />}
    </LinkFrame>
  )
}
