import { DownloadOutlined } from '@ant-design/icons'
import { getAnswerSheet, getSummary } from '@teleward/contract/forms/endpoints.ts'
import type { QuestionnaireDetail, Summary } from '@teleward/contract/forms/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { lazy, Suspense } from 'react'
import { fileOf } from '../../api/client.ts'
import { saveAs } from '../../api/exportSheet.ts'
import { endpointQuery, showError } from '../../api/query.ts'
import { t, useI18n } from '../../i18n/i18n.ts'
import { Loaded } from '../../patterns/Loaded.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import type { useQuestionsSearch } from './search.ts'

const BarPlot = lazy(() => import('../../ui/plot/BarPlot.tsx'))

/** How the answers of a version are spread: as bars and in numbers. */
export function Statistics({
  one,
  search,
}: {
  one: QuestionnaireDetail
  search: ReturnType<typeof useQuestionsSearch>
}) {
  const [{ number, unit }, change] = search
  const { id } = one.row
  const query = { ...(number ? { number } : {}), ...(unit ? { unit } : {}) }
  const excel = () =>
    fileOf(getAnswerSheet, { params: { id }, query }).then(
      (file) => saveAs(file, `${one.row.title || 'answers'}.xlsx`),
      showError,
    )
  const summary = useQuery(endpointQuery(getSummary, { params: { id }, query }))
  return (
    <div className="qs-stats">
      <div className="row wrap">
        {one.versions.length > 1 && (
          <Select
            aria-label={t('questions.versions')}
            value={number ?? one.row.number ?? undefined}
            onChange={(to) => change({ number: to })}
            options={one.versions.map((version) => ({
              value: version.number,
              label: t('questions.version', { number: version.number }),
            }))}
          />
        )}
        <Button icon={<DownloadOutlined />} onClick={() => void excel()}>
          {t('questions.excel')}
        </Button>
      </div>
      <Loaded answer={summary} failed={t('questions.summary.failed')} lines={8}>
        {(found) => <Spread found={found} />}
      </Loaded>
    </div>
  )
}

function Spread({ found }: { found: Summary }) {
  const { language } = useI18n()
  if (!found.shown) return <p className="fm-note info">{t('questions.summary.few', { count: found.people })}</p>
  return (
    <>
      <p>
        {t('questions.summary.answered', { count: found.answered, people: found.people })}
        {found.scores && `${t('common.dot')}${t('questions.summary.scores', found.scores)}`}
      </p>
      {found.counted < found.answered && <p>{t('questions.summary.counted', { count: found.counted })}</p>}
      {found.bands.length > 0 && (
        <Card title={t('questions.summary.bands')}>
          <Bars
            rows={found.bands.map(({ text, texts, count }) => ({
              text: ['positive', 'negative', 'bySex'].includes(text)
                ? t(`forms.${text as 'positive'}`)
                : texts[language] || text,
              count,
            }))}
            all={found.counted}
            label={t('questions.summary.bands')}
          />
        </Card>
      )}
      {found.questions.map((one) => (
        <Card key={one.linkId} title={one.text || one.linkId}>
          {one.options.length > 0 ? (
            <Bars rows={one.options} all={one.answered} label={one.text || one.linkId} />
          ) : one.numbers ? (
            <p className="num">{t('questions.summary.scores', one.numbers)}</p>
          ) : (
            <p className="t3">
              {one.answered ? t('questions.summary.texts', { count: one.answered }) : t('questions.summary.none')}
            </p>
          )}
        </Card>
      ))}
    </>
  )
}

function Bars({ rows, all, label }: { rows: { text: string; count: number }[]; all: number; label: string }) {
  const short = (text: string) => (text.length > 8 ? `${text.slice(0, 7)}…` : text)
  const share = (count: number) => (all ? `${Math.round((count / all) * 100)}%` : '—')
  return (
    <div className="qs-spread">
      <Suspense fallback={<div className="qs-plot" />}>
        <BarPlot
          label={label}
          whole
          bars={rows.map(({ text, count }, at) => ({
            key: String(at),
            label: short(text),
            title: `${text}: ${count} (${share(count)})`,
            parts: [{ value: count, className: 'qs-bar' }],
          }))}
        />
      </Suspense>
      <table className="qs-table">
        <thead>
          <tr>
            <th>{t('questions.summary.option')}</th>
            <th className="r">{t('questions.summary.people')}</th>
            <th className="r">{t('questions.summary.share')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ text, count }, at) => (
            <tr key={at}>
              <td>{text}</td>
              <td className="r num">{count}</td>
              <td className="r num">{share(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
