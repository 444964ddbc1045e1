import { EditOutlined, PrinterOutlined } from '@ant-design/icons'
import { acceptPrivacyStatement, getPrivacyStatement } from '@teleward/contract/institution/endpoints.ts'
import type { PrivacyStatement } from '@teleward/contract/institution/schema.ts'
import { locale } from '@teleward/contract/core/scalars.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { codeOf } from '../../api/errors.ts'
import { useRight } from '../../api/me.ts'
import { endpointQuery, errorMessage, useEndpointMutation } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { loadChunk } from '../../shell/chunks.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { LANGUAGES } from './languages.ts'
import './institution.css'

const StatementForm = lazy(() => loadChunk(() => import('./StatementForm.tsx')))

const search = z.object({
  /** A version of before; without it the one in force. */
  v: z.coerce.number().int().min(0).optional().catch(undefined),
  lang: locale.optional().catch(undefined),
})

/** `/setting/privacy`: what the institution tells of one's data, in the language one likes, with the versions of before. */
export default function PrivacyPage() {
  const { t, language } = useI18n()
  const [{ v, lang = language }, change] = useSearchState(search)
  const administers = useRight('admin.partner') !== '-'
  const [writing, setWriting] = useState(false)
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getPrivacyStatement, { query: { lang, ...(v === undefined ? {} : { v }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="pagehead">
        <h1>{t('screens.name.privacy')}</h1>
        {administers && data && (
          <div className="act">
            <Button icon={<EditOutlined />} onClick={() => setWriting(true)}>
              {t('institution.privacy.write')}
            </Button>
          </div>
        )}
      </div>
      <div className="instpane">
        {error && !data && (
          <ErrorState
            title={t('institution.privacy.failed')}
            text={errorMessage(error)}
            code={codeOf(error)}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <SkeletonBlock lines={12} />}
        {data && (
          <>
            <div className="row wrap statementhead">
              <Select
                aria-label={t('institution.privacy.language')}
                value={lang}
                onChange={(next) => change({ lang: next })}
                options={locale.options.map((value) => ({ value, label: LANGUAGES[value] }))}
              />
              <Select
                aria-label={t('institution.privacy.version')}
                value={data.no}
                onChange={(next) => change({ v: next === data.versions[0]?.no ? undefined : next })}
                popupMatchSelectWidth={false}
                options={data.versions.map(({ no, publishedOn }) => ({
                  value: no,
                  label: t(no === 0 ? 'institution.privacy.standard' : 'institution.privacy.no', {
                    no,
                    date: formatDate(publishedOn),
                  }),
                }))}
              />
              <span className="grow" />
              <Button icon={<PrinterOutlined />} onClick={() => print()}>
                {t('institution.privacy.print')}
              </Button>
            </div>
            <Text statement={data} asked={lang} />
          </>
        )}
      </div>
      {writing && data && (
        <Suspense fallback={null}>
          <StatementForm after={data.versions[0]?.no ?? 0} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </>
  )
}

function Text({ statement, asked }: { statement: PrivacyStatement; asked: keyof typeof LANGUAGES }) {
  const { t } = useI18n()
  const { no, newest, lang, title, sections, publishedOn, acceptedAt } = statement
  const accept = useEndpointMutation(acceptPrivacyStatement, {
    onDone: () => notify({ kind: 'ok', key: 'privacy', title: t('institution.privacy.thanks') }),
  })
  return (
    <Card label={title}>
      {lang !== asked && <p className="alert info inlist">{t('institution.privacy.otherLanguage')}</p>}
      {!newest && <p className="alert warn inlist">{t('institution.privacy.older')}</p>}
      <article className="statement" lang={lang}>
        <h2>{title}</h2>
        <p className="t3 f13">{t('institution.privacy.since', { date: formatDate(publishedOn) })}</p>
        {sections.map(({ heading, text }, at) => (
          <section key={at}>
            <h2>{heading}</h2>
            <p>{text}</p>
          </section>
        ))}
      </article>
      <div className="row wrap contactform statementacts">
        <a className="link" href="/pages/agreement?kind=agreement">
          {t('institution.privacy.agreement')}
        </a>
        <span className="grow" />
        {acceptedAt ? (
          <span className="t2 f13">{t('institution.privacy.accepted', { time: formatDateTime(acceptedAt) })}</span>
        ) : (
          newest && (
            <Button
              kind="primary"
              loading={accept.isPending}
              onClick={() => accept.mutate({ params: { no }, body: { lang } })}
            >
              {t('institution.privacy.accept')}
            </Button>
          )
        )}
      </div>
    </Card>
  )
}
