import type { NotificationTexts } from './texts.ts'

export const de: NotificationTexts = {
  news: {
    welcome: {
      title: 'Willkommen bei Imperium',
      message: 'Erstellen Sie Ihren ersten KI-Agenten und starten Sie ihn: Das Sandbox-Modell ist bereit, ohne Schlüssel.',
    },
    'run-failed': { title: '{agent} ist fehlgeschlagen', titleOfMany: '{agent} ist {count}-mal fehlgeschlagen', message: '{message}' },
    'workflow-failed': {
      title: 'Der Workflow {workflow} ist fehlgeschlagen',
      titleOfMany: 'Der Workflow {workflow} ist {count}-mal fehlgeschlagen',
      message: '{message}',
    },
    'member-joined': { title: '{name} ist der Organisation beigetreten', message: 'Rolle: {role}.' },
    'role-changed': { title: 'Ihre Rolle ist jetzt {role}', message: 'Was Sie in {organization} tun dürfen, hat sich geändert.' },
    'new-device': {
      title: 'Neue Anmeldung mit {browser} auf {device}',
      message: 'Adresse {address}. Wenn Sie es nicht waren, beenden Sie diese Sitzung und ändern Sie Ihr Passwort.',
    },
    'api-key-created': {
      title: 'Neuer API-Schlüssel: {name}',
      message: 'Erstellt von {creator}. Er öffnet die Organisation im Rahmen seiner Berechtigungen für ein Programm.',
    },
    'export-ready': {
      title: 'Ihre Daten stehen bereit',
      message: 'Laden Sie die Datei innerhalb von sieben Tagen in Ihrem Profil herunter.',
    },
    'message-received': { title: 'Neue Nachricht von {name}', titleOfMany: '{count} neue Nachrichten von {name}', message: '{subject}' },
    'conversation-assigned': { title: '{name} hat Ihnen eine Unterhaltung übergeben', message: '{subject}' },
    'message-undelivered': { title: 'Ihre Nachricht kam nicht an: {subject}', message: '{reason}' },
    mentioned: {
      title: '{name} hat Sie in einer Notiz erwähnt',
      titleOfMany: 'Sie wurden in {count} Notizen erwähnt',
      message: '{subject}',
    },
    'ticket-answered': {
      title: '{name} hat Ihre Support-Anfrage beantwortet',
      titleOfMany: '{name} hat Ihre Support-Anfrage {count}-mal beantwortet',
      message: '{subject}',
    },
    'campaign-approval': { title: '{campaign} wartet auf Ihre Freigabe', message: '{name} möchte an {recipients} Personen senden.' },
    'campaign-paused': { title: '{campaign} wurde angehalten', message: '{reason}' },
    'campaign-alarm': { title: '{campaign}: zu viele Beschwerden oder Rückläufer', message: '{reason}' },
    'campaign-completed': { title: '{campaign} ist abgeschlossen', message: 'Alle Empfänger sind bearbeitet. Zu den Zahlen.' },
    'approval-requested': { title: 'Ihre Entscheidung wird gebraucht: {title}', message: 'Der Workflow „{workflow}“ wartet darauf.' },
    'webhook-failing': {
      title: '{webhook} schlägt dauerhaft fehl',
      message: 'Seit {since} war keine Zustellung erfolgreich. Der Webhook wird am {date} deaktiviert, wenn es dabei bleibt.',
    },
    'webhook-disabled': {
      title: '{webhook} wurde deaktiviert',
      message:
        'Fünf Tage lang war keine Zustellung erfolgreich. Fehlgeschlagene Zustellungen können wiederholt werden, sobald er wieder aktiv ist.',
    },
    'webhook-gone': {
      title: '{webhook} wurde deaktiviert',
      message:
        'Der Empfänger möchte keine Zustellungen mehr (410). Fehlgeschlagene Zustellungen können wiederholt werden, sobald er wieder aktiv ist.',
    },
    'domain-verified': {
      title: '{domain} ist verifiziert',
      message: 'Die Domain führt zu Ihrer Organisation. Das Zertifikat folgt in wenigen Minuten.',
    },
    'domain-failed': {
      title: '{domain} konnte nicht verifiziert werden',
      message:
        'Die DNS-Einträge wurden nicht rechtzeitig gefunden. In den Domain-Einstellungen steht, was gefunden wurde; dort können Sie es erneut versuchen.',
    },
    'domain-lost': {
      title: '{domain} wurde übernommen',
      message: 'Der Inhaber der Domain hat sie für eine andere Organisation nachgewiesen. Ihre Seiten und Links verwenden sie nicht mehr.',
    },
    'connection-failing': {
      title: '{connection} funktioniert nicht',
      message:
        'Der Dienst lehnt die Verbindung ab, daher stehen ihre Aktionen und Auslöser still. Sie wird von selbst erneut geprüft; hilft das nicht, die Zugangsdaten neu eingeben.',
    },
    'connection-ending': {
      title: '{connection} braucht eine neue Anmeldung',
      message:
        'Die Anmeldung endet am {date} und lässt sich nicht von selbst erneuern. Vorher neu anmelden, damit Aktionen und Auslöser weiterlaufen.',
    },
    'job-aside': {
      title: 'Eine Hintergrundaufgabe wurde angehalten',
      message:
        'Der Server brach zweimal ab, während er an „{job}“ arbeitete; die Aufgabe läuft nicht von selbst weiter. Der Betreiber dieser Installation kann sie neu starten (Nummer {id}).',
    },
    'email-aside': {
      title: 'Eine E-Mail wurde übersprungen',
      message:
        'Der Server brach zweimal ab, während er eine E-Mail von „{job}“ las; sie wird nicht wieder gelesen. Sehen Sie sie im Postfach selbst an.',
    },
    'document-aside': {
      title: 'Ein Dokument wurde zurückgestellt',
      message:
        'Der Server brach zweimal ab, während er „{job}“ las; es wird nicht von selbst wieder gelesen. Teilen Sie die Datei und laden Sie die Teile hoch.',
    },
    'assistant-approval': {
      title: '{client} wartet auf Ihre Freigabe',
      message: 'Gewünscht ist: {summary}. Sie können es innerhalb eines Tages freigeben oder ablehnen.',
    },
    'subscription-renews': {
      title: 'Dein Plan {plan} verlängert sich am {date}',
      message: 'Zahle bis dahin {amount}, um ihn zu behalten. Die Zahlung findest du auf der Abrechnungsseite.',
    },
    'subscription-renews-itself': {
      title: 'Ihr Tarif {plan} verlängert sich am {date}',
      message: '{amount} werden vorher mit der von Ihnen gewählten Zahlungsart eingezogen. Auf der Abrechnungsseite schalten Sie das ab.',
    },
    'subscription-refused': {
      title: 'Die automatische Verlängerung des Tarifs {plan} wurde abgelehnt',
      message: 'Zahlen Sie {amount} bis {date} auf der Abrechnungsseite, um den Tarif zu behalten.',
    },
    'subscription-ends': {
      title: 'Dein Plan {plan} endet am {date}',
      message: 'Du hast ihn gekündigt. Bis dahin kannst du ihn auf der Abrechnungsseite fortsetzen.',
    },
    'subscription-due': {
      title: 'Die Zahlung für deinen Plan {plan} ist fällig',
      message: 'Zahle bis zum {date} {amount}, um den Plan zu behalten. Danach gelten die Limits des Free-Plans.',
    },
    'subscription-ended': {
      title: 'Dein bezahlter Plan ist beendet',
      message: 'Jetzt gelten die Limits des Free-Plans. Nichts wurde gelöscht, und Agenten über dem Limit sind pausiert.',
    },
    'subscription-changed': {
      title: 'Du nutzt jetzt den Plan {plan}',
      message: 'Die gewählte Änderung ist in Kraft.',
    },
    'limit-near': {
      title: '{limit}: {percent} % deines Plans sind verbraucht',
      message: '{used} von {allowed} sind verbraucht. Der Plan {plan} erlaubt mehr.',
    },
    'limit-reached': {
      title: '{limit}: Das Limit deines Plans ist erreicht',
      message: '{used} von {allowed} sind verbraucht. Der Plan {plan} erlaubt mehr.',
    },
    'top-up-cap': {
      title: 'Die automatische Aufladung fand nicht statt: Die monatliche Obergrenze ist erreicht',
      message: 'Erhöhen Sie die Obergrenze, oder laden Sie auf der Abrechnungsseite auf.',
    },
    'top-up-mandate': {
      title: 'Die automatische Aufladung fand nicht statt: Es ist keine Karte hinterlegt',
      message: 'Laden Sie einmal auf der Abrechnungsseite auf. Ihre Karte bleibt für die nächsten Male hinterlegt.',
    },
    'top-up-refused': {
      title: 'Der Zahlungsanbieter hat die automatische Aufladung abgelehnt',
      message: 'Laden Sie auf der Abrechnungsseite auf. Morgen wird es erneut versucht.',
    },
    'plan-offered': {
      title: 'Sie haben ein Angebot für den Tarif {plan}: {amount} im Monat',
      message: 'Es gilt bis {date}. Die Grenzen sehen Sie auf der Abrechnungsseite; dort nehmen Sie es auch an.',
    },
    'credits-low': {
      title: 'KI-Guthaben ist niedrig: {balance}',
      message: 'Laden Sie es auf der Abrechnungsseite auf, damit es weiter für Modelle zahlt.',
    },
    'usage-alert': {
      title: 'KI-Modelle kosten in diesem Monat {cost}',
      message: 'Das liegt über den {amount}, die in der Nutzungsanalyse festgelegt sind.',
    },
    'metric-alert': { title: 'Warnung: {name}', message: '{metric}: {value}. Die Grenze ist {bound}.' },
    'metric-silent': { title: 'Warnung: {name}', message: 'Nichts wurde gezählt: {metric}.' },
    'metric-resolved': { title: 'Behoben: {name}', message: '{metric}: jetzt {value}.' },
  },
  limits: {
    maxAgents: 'KI-Agenten',
    maxUsers: 'Mitglieder',
    storageBytes: 'Speicher',
    apiCallsPerMonth: 'API-Aufrufe in diesem Monat',
    messagesPerMonth: 'Nachrichten in diesem Monat',
    maxContacts: 'Kontakte',
    runsPerMonth: 'Agentenläufe in diesem Monat',
    workflowRunsPerMonth: 'Workflow-Läufe in diesem Monat',
    tokensPerMonth: 'Modell-Tokens in diesem Monat',
  },
  roles: { OWNER: 'Eigentümer', ADMIN: 'Admin', MEMBER: 'Benutzer', VIEWER: 'Betrachter' },
  mail: {
    open: 'Öffnen',
    why: 'Sie erhalten diese E-Mail, weil E-Mail-Benachrichtigungen eingeschaltet sind. Ändern Sie das in Ihrem Profil: {url}',
  },
  digest: {
    subject: 'Ihre Woche bei {organization}',
    text: 'Was Ihre KI-Agenten vom {from} bis {to} getan haben.',
    runs: 'Läufe',
    success: 'Erfolgsquote',
    cost: 'KI-Kosten',
    before: '{runs} in der Woche davor',
    open: 'Dashboard öffnen',
    why: 'Sie erhalten diese E-Mail jeden Montag, weil die Wochenübersicht eingeschaltet ist.',
    unsubscribe: 'Wochenübersicht abbestellen',
  },
}
