import { AlertOutlined, CheckCircleOutlined, SafetyCertificateOutlined, WarningOutlined } from '@ant-design/icons'
import { getVerifications, postVerification } from '@teleward/contract/admin/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery, useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

/** Up to where the chain of seals was verified, and where it does not hold. */
export function AuditChain({ onOpenOnes }: { onOpenOnes: () => void }) {
  const t = useT()
  const { data } = useQuery(endpointQuery(getVerifications, {}))
  const verify = useEndpointMutation(postVerification)
  if (!data) return null
  const broken = data.findings.length
  return (
    <span className="chainstate">
      {data.verifiedAt === null ? (
        <StatusTag kind="neutral" icon={<SafetyCertificateOutlined />}>
          {t('admin.audit.unverified')}
        </StatusTag>
      ) : (
        <StatusTag kind={broken ? 'badSolid' : 'ok'} icon={broken ? <WarningOutlined /> : <CheckCircleOutlined />}>
          {broken
            ? t('admin.audit.broken', { count: broken })
            : t('admin.audit.verified', { seq: data.sealed, time: formatDateTime(data.verifiedAt) })}
        </StatusTag>
      )}
      <Button size="sm" loading={verify.isPending} onClick={() => verify.mutate({ body: {} })}>
        {verify.isPending ? t('admin.audit.verifying') : t('admin.audit.verify')}
      </Button>
      <span className="t3 f12">{t('admin.audit.exportKey', { key: data.exportKey })}</span>
      {data.emergenciesOpen > 0 && (
        <Button size="sm" kind="bad" icon={<AlertOutlined />} onClick={onOpenOnes}>
          {t('admin.audit.open', { count: data.emergenciesOpen })}
        </Button>
      )}
      {broken > 0 && (
        <ul className="findings c-bad">
          {data.findings.slice(0, 5).map(({ seq, auditId, what }) => (
            <li key={`${seq}:${auditId}`}>
              {t('admin.audit.brokenAt', { seq: seq ?? '–', id: auditId ?? '–', what: t(`admin.audit.what.${what}`) })}
            </li>
          ))}
        </ul>
      )}
    </span>
  )
}
