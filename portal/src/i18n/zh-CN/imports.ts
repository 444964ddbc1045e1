import type zhTW from '../zh-TW/imports.ts'
import type { Translation } from '../types.ts'

/** Files that are imported: the preview and its result. */
export default {
  template: '下载模板',
  choose: '选择 Excel 文件',
  hint: '最多 {{rows}} 行、{{size}} MB。先预览，不会直接写入。',
  good_other: '{{count}} 笔可导入',
  bad_other: '{{count}} 笔有误',
  unknown: '以下栏位不会导入，其内容会被略过：{{titles}}',
  sheets: '只读取工作表“{{sheet}}”；以下工作表也有标题行，但不会导入：{{others}}',
  doubtful_other: '{{count}} 笔请确认',
  hidden_other:
    '工作表中有 {{count}} 行是隐藏或被筛选掉的，也会一并导入：第 {{rows}} 行。若不要导入，请在文件中删除这些行后再选一次。',
  hiddenIn_other: '工作表中有 {{count}} 行是隐藏或被筛选掉的，已和其他行一样处理：第 {{rows}} 行。',
  reading: '正在读取并检查文件…',
  running_other: '正在导入 {{count}} 笔，请勿关闭此页…',
  go_other: '导入 {{count}} 笔',
  none: '没有可导入的资料',
  done_other: '已导入 {{count}} 笔',
  left_other: '{{count}} 笔未导入，可下载结果修正后再导入。',
  onlyBad: '只看有误或待确认的',
  result: '下载结果',
  row: '行',
  problem: '检查结果',
  ok: '可导入',
  in: '已导入',
  another: '换一个文件',
} satisfies Translation<typeof zhTW>
