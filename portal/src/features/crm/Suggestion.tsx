import { BulbOutlined, DislikeOutlined, LikeOutlined } from '@ant-design/icons'
import { ratingAiResponse, snAiSuggestion } from '@teleward/contract/crm/endpoints.ts'
import type { CaseDetail, CrmConfig } from '@teleward/contract/crm/schema.ts'
import { useRight } from '../../api/me.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'

/** What the AI provider suggests, and what the person thinks of it. Where none can be asked it says why. */
export function SuggestionPart({ one, ai }: { one: CaseDetail; ai: CrmConfig['ai'] }) {
  const may = useRight('ai.suggest') !== '-'
  const ask = useEndpointMutation(snAiSuggestion)
  const rate = useEndpointMutation(ratingAiResponse, {
    onDone: () => notify({ kind: 'ok', key: 'case-rated', title: t('crm.ai.rated') }),
  })
  const shown = one.suggestion
  if (!may) return null
  return (
    <section className="casepart caseai" aria-label={t('crm.ai.title')}>
      <h2 className="sech">{t('crm.ai.title')}</h2>
      {ai !== 'ready' && <p className="t3 f13">{t(`crm.ai.${ai}`)}</p>}
      {shown && (
        <>
          <p className="says">{shown.text}</p>
          <div className="row">
            <span className="t3 f12 grow">
              {t('crm.ai.by', { model: shown.model, time: formatDateTime(shown.at) })}
            </span>
            {(['useful', 'notUseful'] as const).map((rating) => (
              <Button
                key={rating}
                size="sm"
                kind={shown.rating === rating ? 'primary' : 'default'}
                aria-pressed={shown.rating === rating}
                icon={rating === 'useful' ? <LikeOutlined /> : <DislikeOutlined />}
                disabled={rate.isPending}
                onClick={() => rate.mutate({ body: { id: shown.id, rating } })}
              >
                {t(`crm.ai.${rating}`)}
              </Button>
            ))}
          </div>
        </>
      )}
      {ai === 'ready' && (
        <>
          <p className="t3 f12">{t('crm.ai.hint')}</p>
          <Button
            size="sm"
            icon={<BulbOutlined />}
            loading={ask.isPending}
            onClick={() => ask.mutate({ body: { sn: one.sn } })}
          >
            {t(ask.isPending ? 'crm.ai.asking' : shown ? 'crm.ai.again' : 'crm.ai.ask')}
          </Button>
        </>
      )}
    </section>
  )
}
