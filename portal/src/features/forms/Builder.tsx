import { PlusOutlined } from '@ant-design/icons'
import { putQuestionnaire } from '@teleward/contract/forms/endpoints.ts'
import type { FhirItem, Questionnaire } from '@teleward/contract/forms/fhir.ts'
import { problemsOf } from '@teleward/contract/forms/problems.ts'
import type { QuestionnaireDetail } from '@teleward/contract/forms/schema.ts'
import { Input } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { FormColumn, Line } from '../../patterns/FormLines.tsx'
import { Button } from '../../ui/Button.tsx'
import { GrowingArea } from '../../ui/GrowingArea.tsx'
import { useUnsavedGuard } from '../../ui/guards.ts'
import { useKeys } from '../../ui/keys.ts'
import { notify } from '../../ui/notify.ts'
import {
  added,
  copyOf,
  freshId,
  moved,
  option,
  placeOf,
  removed,
  restored,
  translationOf,
  walk,
  withField,
  withItem,
  withTranslation,
} from './build.ts'
import { Cutoffs } from './Cutoffs.tsx'
import { ItemEditor } from './ItemEditor.tsx'
import { TryOut } from './TryOut.tsx'

const SAVE_AFTER_MS = 1200
/** What did not arrive is tried again, and said once. */
const AGAIN_MS = 15_000
const fresh = (content: Questionnaire, type: 'choice' | 'group' | 'display'): FhirItem => {
  const linkId = freshId(content)
  const text = t(
    type === 'group'
      ? 'questions.build.group'
      : type === 'display'
        ? 'questions.build.types.display'
        : 'questions.build.newQuestion',
  )
  if (type !== 'choice') return { linkId, type, text, ...(type === 'group' ? { item: [] } : {}) }
  const name = t('questions.build.newOption')
  return {
    linkId,
    type,
    text,
    required: true,
    answerOption: [option('0', `${name} 1`, 0), option('1', `${name} 2`, 1)],
  }
}

/** Saved as it is built; when somebody else has changed it meanwhile, one is asked. */
function useDraft(one: QuestionnaireDetail) {
  const begun = (one.draft ?? one.content) as unknown as Questionnaire
  const [content, setContent] = useState(begun)
  const [dirty, setDirty] = useState(false)
  const [failed, setFailed] = useState(false)
  const [stale, setStale] = useState<QuestionnaireDetail | null>(null)
  const version = useRef(one.row.version)
  const newest = useRef(content)
  newest.current = content
  const save = useEndpointMutation(putQuestionnaire, {
    onDone: (next, { body }) => {
      version.current = next.row.version
      setFailed(false)
      if (body.content === (newest.current as unknown)) setDirty(false)
      else if (gone.current) later.current()
    },
    onError: (error) => {
      if (error.code !== 'VERSION_STALE') {
        setFailed(true)
        return failed
      }
      setStale(error.data as unknown as QuestionnaireDetail)
      return true
    },
  })
  const { mutate, isPending } = save
  const send = () =>
    mutate({
      params: { id: one.row.id },
      body: { version: version.current, content: content as unknown as { resourceType: 'Questionnaire' } },
    })
  const later = useRef(send)
  later.current = send
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change waits anew.
  useEffect(() => {
    if (!dirty || stale || isPending) return
    // What is sent is what stands then; what is typed meanwhile makes it dirty anew.
    const timer = setTimeout(() => later.current(), failed ? AGAIN_MS : SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [content, dirty, stale, isPending, failed])
  // Whoever leaves sooner than that leaves nothing behind; what is typed while it is being sent follows.
  const gone = useRef(false)
  const unsent = useRef(false)
  unsent.current = dirty && !stale && !isPending
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      if (unsent.current) later.current()
    }
  }, [])
  useUnsavedGuard('draft', dirty)
  // Changed elsewhere while nothing waits here: as it is now.
  useEffect(() => {
    if (dirty || one.row.version <= version.current) return
    version.current = one.row.version
    setContent((one.draft ?? one.content) as unknown as Questionnaire)
  }, [one, dirty])
  const change = (to: (now: Questionnaire) => Questionnaire) => {
    setDirty(true)
    setContent(to)
  }
  const settle = (mine: boolean) => {
    if (!stale) return
    version.current = stale.row.version
    if (!mine) {
      setContent((stale.draft ?? stale.content) as unknown as Questionnaire)
      setDirty(false)
    }
    setStale(null)
  }
  return { content, change, waits: dirty || isPending, failed, stale, settle }
}

/** The questions in their order, one of them open; beside them how it looks. `onWaits`: something is not saved yet. */
export function Builder({ one, onWaits }: { one: QuestionnaireDetail; onWaits: (waits: boolean) => void }) {
  const draft = useDraft(one)
  const { content, change, waits } = draft
  useEffect(() => {
    onWaits(waits)
    return () => onWaits(false)
  }, [waits, onWaits])
  const rows = useMemo(() => walk(content.item), [content])
  const [open, setOpen] = useState<string | null>(rows[0]?.item.linkId ?? null)
  const problems = useMemo(() => problemsOf(content), [content])
  const add = (type: 'choice' | 'group' | 'display') => {
    const item = fresh(content, type)
    change((now) => added(now, open, item))
    setOpen(item.linkId)
  }
  const remove = (item: FhirItem) => {
    const place = placeOf(content, item.linkId)
    change((now) => removed(now, item.linkId))
    setOpen(null)
    if (!place) return
    const undo = () => {
      change((now) => restored(now, item, place))
      setOpen(item.linkId)
    }
    notify({
      kind: 'info',
      title: t('questions.build.removed', { text: item.text || item.linkId }),
      action: { label: t('common.undo'), run: undo },
    })
  }
  useKeys([
    { keys: 'a', label: t('questions.build.add'), run: () => add('choice') },
    {
      keys: 'Alt+ArrowUp',
      label: t('questions.build.up'),
      run: () => open !== null && change((now) => moved(now, open, -1)),
    },
    {
      keys: 'Alt+ArrowDown',
      label: t('questions.build.down'),
      run: () => open !== null && change((now) => moved(now, open, 1)),
    },
  ])
  const text = (field: 'title' | 'description', value: string) => change((now) => withField(now, field, value))
  return (
    <div className="qs-build">
      <div className="qs-edit">
        <FormColumn>
          <Line label={t('questions.build.title')} required>
            {(id) => (
              <Input
                id={id}
                maxLength={300}
                value={content.title ?? ''}
                onChange={(e) => text('title', e.target.value)}
              />
            )}
          </Line>
          <Line label={t('questions.build.titleEn')}>
            {(id) => (
              <Input
                id={id}
                maxLength={300}
                value={translationOf(content, 'title', 'en')}
                onChange={(e) => change((now) => withTranslation(now, 'title', 'en', e.target.value))}
              />
            )}
          </Line>
          <Line label={t('questions.build.description')}>
            {(id) => (
              <GrowingArea
                id={id}
                lines={2}
                most={6}
                maxLength={2000}
                value={typeof content.description === 'string' ? content.description : ''}
                onChange={(e) => text('description', e.target.value)}
              />
            )}
          </Line>
        </FormColumn>
        {draft.stale && (
          <div className="fm-note warn" role="alert">
            <p>{t('questions.build.conflict')}</p>
            <span className="row wrap">
              <Button onClick={() => draft.settle(false)}>{t('questions.build.reload')}</Button>
              <Button onClick={() => draft.settle(true)}>{t('questions.build.overwrite')}</Button>
            </span>
          </div>
        )}
        {problems.length > 0 && (
          <div className="fm-note warn">
            <b>{t('questions.problems')}</b>
            <ul className="plain">
              {problems.slice(0, 10).map(({ code, linkId }, at) => (
                <li key={at}>
                  {linkId === null ? (
                    t(`questions.problem.${code}`)
                  ) : (
                    <button type="button" className="fm-clear" onClick={() => setOpen(linkId)}>
                      {t('questions.problemOf', {
                        text: rows.find(({ item }) => item.linkId === linkId)?.item.text || linkId,
                        problem: t(`questions.problem.${code}`),
                      })}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
        <ol className="qs-items">
          {rows.map(({ item, depth }, at) => (
            <li key={item.linkId} style={{ marginInlineStart: depth * 20 }}>
              {open === item.linkId ? (
                <ItemEditor
                  item={item}
                  others={rows.slice(0, at).map((row) => row.item)}
                  onChange={(to) => change((now) => withItem(now, item.linkId, to))}
                  onMove={(by) => change((now) => moved(now, item.linkId, by))}
                  onCopy={() => change((now) => added(now, item.linkId, copyOf(now, item)))}
                  onRemove={() => remove(item)}
                />
              ) : (
                <button type="button" className="qs-line" onClick={() => setOpen(item.linkId)}>
                  <span className="num t3">{at + 1}</span>
                  <span className="grow ell">{item.text || item.linkId}</span>
                  {item.enableWhen?.length ? <span className="tag">{t('questions.build.when')}</span> : null}
                  <span className="t3 f12">{typeName(item.type)}</span>
                </button>
              )}
            </li>
          ))}
        </ol>
        {rows.length === 0 && <p className="t3">{t('questions.build.empty')}</p>}
        <div className="row wrap">
          <Button icon={<PlusOutlined />} onClick={() => add('choice')}>
            {t('questions.build.add')}
          </Button>
          <Button onClick={() => add('group')}>{t('questions.build.addGroup')}</Button>
          <Button onClick={() => add('display')}>{t('questions.build.addText')}</Button>
          <span className="grow" />
          <span className="t3 f13" role="status">
            {!waits ? t('questions.build.saved') : t(draft.failed ? 'questions.build.notSaved' : 'forms.saved.saving')}
          </span>
        </div>
        <Cutoffs content={content} onChange={(next) => change(() => next)} />
      </div>
      <div className="qs-beside">
        <TryOut one={one} content={content} />
      </div>
    </div>
  )
}
const types = [
  'choice',
  'open-choice',
  'boolean',
  'integer',
  'decimal',
  'quantity',
  'string',
  'text',
  'date',
  'dateTime',
  'time',
  'url',
  'display',
  'group',
  'question',
  'attachment',
  'reference',
] as const
export const typeName = (type: string): string => {
  const known = types.find((one) => one === type)
  return known ? t(`questions.build.types.${known}`) : type
}
