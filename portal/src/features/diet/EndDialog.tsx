import type { Course } from '@teleward/contract/diet/schema.ts'
import { endDietCourse } from '@teleward/contract/diet/endpoints.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { ReasonDialog } from '../../patterns/ReasonDialog.tsx'
import { notify } from '../../ui/notify.ts'

export function EndDialog({ course, onClose }: { course: Pick<Course, 'id' | 'version'>; onClose: () => void }) {
  const { id, version } = course
  const end = useEndpointMutation(endDietCourse, {
    onDone: () => {
      notify({ kind: 'ok', key: `diet-${id}`, title: t('diet.endedDone') })
      onClose()
    },
  })
  return (
    <ReasonDialog
      title={t('diet.endTitle')}
      submit={t('diet.end')}
      label={t('diet.endReason')}
      busy={end.isPending}
      onSend={(reason) => end.mutate({ params: { id }, body: { version, reason } })}
      onClose={onClose}
    />
  )
}
