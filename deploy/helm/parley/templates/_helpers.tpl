{{- define "parley.name" -}}
{{- if contains "parley" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-parley" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end -}}
{{- end }}

{{- define "parley.image" -}}
{{- if .Values.image.digest }}{{ .Values.image.repository }}@{{ .Values.image.digest }}{{ else }}{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end -}}
{{- end }}

{{- define "parley.labels" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- /* What every role listens on, besides health and metrics. */ -}}
{{- define "parley.ports" -}}
platform: 8080
build: 8081
messaging: 8083
voice: 8082
{{- end }}

{{- define "parley.command" -}}
{{- if eq .role "worker" }}["worker", "--host", "0.0.0.0", "--ops-port", "9090"]
{{- else if eq .role "voice" }}["voice", "--host", "0.0.0.0", "--port", "8082", "--ops-port", "9090"]
{{- else }}["serve", {{ .role | quote }}, "--host", "0.0.0.0", "--port", {{ .port | quote }}, "--ops-port", "9090"]
{{- end }}
{{- end }}

{{- define "parley.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "parley.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{- /* Those of all roles, then those of this one. Parley makes its folder itself, so that it is its own alone. */ -}}
{{- define "parley.environment" -}}
env:
  - name: PARLEY_DATA
    value: /var/lib/parley/data
  {{- range $name, $value := .settings }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
envFrom:
  - secretRef: {name: {{ .secret }}}
volumeMounts:
  - {name: data, mountPath: /var/lib/parley}
  - {name: tmp, mountPath: /tmp}
{{- end }}

{{- define "parley.volumes" -}}
- name: data
  emptyDir: {sizeLimit: 1Gi}
- name: tmp
  emptyDir: {sizeLimit: 1Gi}
{{- end }}
