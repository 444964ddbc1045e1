import { words } from '../core/sheet.ts'
import type { FileKind } from './kinds.ts'
import type { UploadState } from './rules.ts'

export const kindWords: Record<FileKind, ReturnType<typeof words>> = {
  photo: words('照片', '照片', 'Photo'),
  dicom: words('DICOM 影像', 'DICOM 影像', 'DICOM'),
  ultrasound: words('超音波', '超声', 'Ultrasound'),
  ecg: words('心電圖', '心电图', 'ECG'),
  sti: words('性傳染病影像', '性传播感染影像', 'STI picture'),
  eye: words('眼底影像', '眼底影像', 'Fundus'),
  pe_report: words('健檢報告', '体检报告', 'PE report'),
  video: words('影片', '视频', 'Video'),
  face: words('面部', '面部', 'Face'),
  ear: words('耳', '耳', 'Ear'),
  nasal: words('鼻', '鼻', 'Nose'),
  throat: words('咽喉', '咽喉', 'Throat'),
  oral: words('口腔', '口腔', 'Mouth'),
  skin: words('皮膚', '皮肤', 'Skin'),
  phono: words('心音', '心音', 'Heart sound'),
}
export const stateWords: Record<UploadState, ReturnType<typeof words>> = {
  queued: words('等候上傳', '等待上传', 'Waiting'),
  uploading: words('上傳中', '上传中', 'Uploading'),
  checking: words('檢查中', '检查中', 'Checking'),
  unassigned: words('待指定會員', '待指定会员', 'To be assigned'),
  stored: words('已存入', '已存入', 'Stored'),
  rejected: words('未接受', '未接受', 'Not accepted'),
  failed: words('未完成', '未完成', 'Not finished'),
  withdrawn: words('已撤回', '已撤回', 'Withdrawn'),
}
