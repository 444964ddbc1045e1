import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { locale, type Locale } from '@teleward/contract/core/scalars.ts'
import { getStatementTexts, postPrivacyStatement } from '@teleward/contract/institution/endpoints.ts'
import {
  STATEMENT_SECTIONS_MAX,
  type StatementText,
  type StatementTexts,
  statementTexts,
} from '@teleward/contract/institution/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Segmented } from 'antd'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { FailedLine } from '../../patterns/FailedLine.tsx'
import { FormDrawer } from '../../patterns/FormDrawer.tsx'
import { Button } from '../../ui/Button.tsx'
import { confirmAct, notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { LANGUAGES } from './languages.ts'

type Texts = Partial<Record<Locale, StatementText>>
const EMPTY: StatementText = { title: '', sections: [{ heading: '', text: '' }] }
/** A language in which nothing is written is left out. */
const isEmpty = ({ title, sections }: StatementText) =>
  title.trim() === '' && sections.every(({ heading, text }) => heading.trim() === '' && text.trim() === '')

/** A new version, begun from the one in force. It is published whole, and nothing takes it back but the next one. */
export default function StatementForm({ after, onClose }: { after: number; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery(endpointQuery(getStatementTexts, { params: { no: after } }))
  const [typed, setTyped] = useState<Texts>()
  const [lang, setLang] = useState<Locale>('zh-TW')
  const [wrong, setWrong] = useState<string>()
  const texts: Texts = typed ?? data ?? {}
  const post = useEndpointMutation(postPrivacyStatement, {
    onDone: () => {
      notify({ kind: 'ok', key: 'privacy', title: t('institution.privacy.published') })
      onClose()
    },
  })
  const submit = async () => {
    const whole = Object.fromEntries(
      locale.options.flatMap((one) => {
        const text = texts[one]
        return text && (one === 'zh-TW' || !isEmpty(text)) ? [[one, text]] : []
      }),
    )
    const checked = statementTexts.safeParse(whole)
    if (!checked.success) {
      const at = checked.error.issues[0]?.path[0] as Locale | undefined
      if (at) setLang(at)
      return setWrong(t('institution.privacy.incomplete', { language: LANGUAGES[at ?? 'zh-TW'] }))
    }
    setWrong(undefined)
    const yes = await confirmAct({
      title: t('institution.privacy.publishTitle'),
      text: t('institution.privacy.publishText'),
      ok: t('institution.privacy.publish'),
      cancel: t('common.cancel'),
    })
    if (yes) post.mutate({ body: { after, texts: checked.data satisfies StatementTexts } })
  }
  return (
    <FormDrawer
      open
      title={t('institution.privacy.write')}
      dirty={typed !== undefined}
      busy={post.isPending}
      submit={t('institution.privacy.publish')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {error && !data && <FailedLine error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonBlock lines={10} />}
      {data && (
        <div className="statementsections">
          <Segmented<Locale>
            aria-label={t('institution.privacy.language')}
            value={lang}
            onChange={setLang}
            options={locale.options.map((value) => ({ value, label: LANGUAGES[value] }))}
          />
          {lang !== 'zh-TW' && <p className="t3 f13">{t('institution.privacy.optional')}</p>}
          {wrong && (
            <p className="help err" role="alert">
              {wrong}
            </p>
          )}
          <TextFields
            key={lang}
            text={texts[lang] ?? EMPTY}
            onChange={(next) => setTyped({ ...texts, [lang]: next })}
          />
        </div>
      )}
    </FormDrawer>
  )
}

function TextFields({ text, onChange }: { text: StatementText; onChange: (next: StatementText) => void }) {
  const t = useT()
  const { title, sections } = text
  const set = (at: number, next: Partial<(typeof sections)[number]>) =>
    onChange({ title, sections: sections.map((one, index) => (index === at ? { ...one, ...next } : one)) })
  return (
    <>
      <Input
        aria-label={t('institution.privacy.title')}
        placeholder={t('institution.privacy.title')}
        value={title}
        maxLength={120}
        onChange={(event) => onChange({ title: event.target.value, sections })}
      />
      {sections.map((section, at) => (
        <fieldset key={at} aria-label={t('institution.privacy.section', { no: at + 1 })}>
          <div className="row">
            <Input
              aria-label={t('institution.privacy.heading')}
              placeholder={t('institution.privacy.heading')}
              value={section.heading}
              maxLength={120}
              onChange={(event) => set(at, { heading: event.target.value })}
            />
            <button
              type="button"
              className="icbtn"
              aria-label={t('institution.privacy.removeSection', { no: at + 1 })}
              disabled={sections.length === 1}
              onClick={() => onChange({ title, sections: sections.filter((_, index) => index !== at) })}
            >
              <DeleteOutlined />
            </button>
          </div>
          <Input.TextArea
            aria-label={t('institution.privacy.text')}
            placeholder={t('institution.privacy.text')}
            rows={4}
            maxLength={6000}
            value={section.text}
            onChange={(event) => set(at, { text: event.target.value })}
          />
        </fieldset>
      ))}
      {sections.length < STATEMENT_SECTIONS_MAX && (
        <div>
          <Button
            size="sm"
            icon={<PlusOutlined />}
            onClick={() => onChange({ title, sections: [...sections, { heading: '', text: '' }] })}
          >
            {t('institution.privacy.addSection')}
          </Button>
        </div>
      )}
    </>
  )
}
