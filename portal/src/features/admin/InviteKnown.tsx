import { postStaffInvitation } from '@teleward/contract/admin/invitation-endpoints.ts'
import type { StaffType } from '@teleward/contract/core/permissions.gen.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import type { useFaults } from '../../patterns/useFaults.ts'
import { Button } from '../../ui/Button.tsx'
import { notify } from '../../ui/notify.ts'

interface Props {
  partner: number | undefined
  account: string
  title: string
  type: StaffType
  units: number[]
  faults: ReturnType<typeof useFaults>
  onDone: () => void
}
/** The account that was typed is somebody's already: where it is the same person, they are asked to join with it. */
export function InviteKnown({ partner, account, title, type, units, faults, onDone }: Props) {
  const t = useT()
  const ask = useEndpointMutation(postStaffInvitation, {
    onError: (error) => faults.take(error),
    onDone: () => {
      notify({ kind: 'ok', title: t('admin.joining.sent') })
      onDone()
    },
  })
  return (
    <div className="alert info known" role="status">
      <p>{t('admin.joining.known')}</p>
      <Button
        loading={ask.isPending}
        onClick={() =>
          ask.mutate({
            body: {
              ...(partner === undefined ? {} : { partner }),
              account,
              title: title.trim() || null,
              doctortype: type,
              units,
            },
          })
        }
      >
        {t('admin.joining.ask')}
      </Button>
    </div>
  )
}
