{{- define "teleward.labels" -}}
app.kubernetes.io/name: teleward
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
