import type { NotificationTexts } from './texts.ts'

export const es: NotificationTexts = {
  news: {
    welcome: {
      title: 'Te damos la bienvenida a Imperium',
      message: 'Crea tu primer agente de IA y ejecútalo: el modelo de pruebas está listo, sin clave.',
    },
    'run-failed': { title: '{agent} ha fallado', titleOfMany: '{agent} ha fallado {count} veces', message: '{message}' },
    'workflow-failed': {
      title: 'El flujo de trabajo {workflow} ha fallado',
      titleOfMany: 'El flujo de trabajo {workflow} ha fallado {count} veces',
      message: '{message}',
    },
    'member-joined': { title: '{name} se ha unido a la organización', message: 'Rol: {role}.' },
    'role-changed': { title: 'Tu rol es ahora {role}', message: 'Ha cambiado lo que puedes hacer en {organization}.' },
    'new-device': {
      title: 'Nuevo inicio de sesión desde {browser} en {device}',
      message: 'Dirección {address}. Si no has sido tú, cierra esa sesión y cambia tu contraseña.',
    },
    'api-key-created': {
      title: 'Nueva clave de API: {name}',
      message: 'La creó {creator}. Abre la organización a un programa dentro de sus ámbitos.',
    },
    'export-ready': { title: 'Tus datos están listos', message: 'Descarga el archivo desde tu perfil en un plazo de siete días.' },
    'message-received': { title: 'Nuevo mensaje de {name}', titleOfMany: '{count} mensajes nuevos de {name}', message: '{subject}' },
    'conversation-assigned': { title: '{name} te ha asignado una conversación', message: '{subject}' },
    'message-undelivered': { title: 'Tu mensaje no ha llegado: {subject}', message: '{reason}' },
    mentioned: { title: '{name} le ha mencionado en una nota', titleOfMany: 'Le han mencionado en {count} notas', message: '{subject}' },
    'ticket-answered': {
      title: '{name} respondió a su solicitud de soporte',
      titleOfMany: '{name} respondió {count} veces a su solicitud de soporte',
      message: '{subject}',
    },
    'campaign-approval': { title: '{campaign} espera tu aprobación', message: '{name} quiere enviarla a {recipients} personas.' },
    'campaign-paused': { title: '{campaign} se ha pausado', message: '{reason}' },
    'campaign-alarm': { title: '{campaign}: demasiadas quejas o rebotes', message: '{reason}' },
    'campaign-completed': { title: '{campaign} ha terminado', message: 'Se ha atendido a todos los destinatarios. Mira las cifras.' },
    'approval-requested': { title: 'Se pide tu decisión: {title}', message: 'El flujo de trabajo «{workflow}» la espera.' },
    'webhook-failing': {
      title: '{webhook} falla continuamente',
      message: 'Ninguna entrega ha tenido éxito desde el {since}. Se desactivará el {date} si esto no cambia.',
    },
    'webhook-disabled': {
      title: '{webhook} se ha desactivado',
      message: 'Ninguna entrega ha tenido éxito en cinco días. Las entregas fallidas se pueden repetir cuando vuelva a estar activo.',
    },
    'webhook-gone': {
      title: '{webhook} se ha desactivado',
      message: 'El receptor no quiere más entregas (410). Las entregas fallidas se pueden repetir cuando vuelva a estar activo.',
    },
    'domain-verified': {
      title: '{domain} está verificado',
      message: 'El dominio lleva a tu organización. El certificado llegará en unos minutos.',
    },
    'domain-failed': {
      title: 'No se pudo verificar {domain}',
      message:
        'No se encontraron a tiempo sus registros DNS. Abre los ajustes de dominios para ver lo que se encontró y vuelve a intentarlo.',
    },
    'domain-lost': {
      title: '{domain} ha pasado a otra organización',
      message: 'El propietario del dominio lo ha acreditado para otra organización. Tus páginas y enlaces ya no lo usan.',
    },
    'connection-failing': {
      title: '{connection} no funciona',
      message:
        'El servicio rechaza la conexión, por lo que sus acciones y disparadores están parados. Se vuelve a probar sola; si no basta, introduce de nuevo las credenciales.',
    },
    'connection-ending': {
      title: '{connection} necesita un nuevo inicio de sesión',
      message:
        'Su sesión termina el {date} y no se puede renovar sola. Inicia sesión antes para que sus acciones y disparadores sigan funcionando.',
    },
    'job-aside': {
      title: 'Se detuvo una tarea en segundo plano',
      message:
        'El servidor se cerró dos veces mientras trabajaba en «{job}», así que no se vuelve a intentar. El operador de esta instalación puede iniciarla de nuevo (número {id}).',
    },
    'email-aside': {
      title: 'Se apartó un correo',
      message: 'El servidor se cerró dos veces mientras leía un correo de «{job}», así que no se vuelve a leer. Míralo en el propio buzón.',
    },
    'document-aside': {
      title: 'Se apartó un documento',
      message:
        'El servidor se cerró dos veces mientras leía «{job}», así que no se vuelve a leer por sí solo. Divide el archivo y sube sus partes.',
    },
    'assistant-approval': {
      title: '{client} espera tu aprobación',
      message: 'Quiere hacer esto: {summary}. Apruébalo o recházalo en el plazo de un día.',
    },
    'subscription-renews': {
      title: 'Tu plan {plan} se renueva el {date}',
      message: 'Paga {amount} antes de esa fecha para conservarlo. El pago está en la página de facturación.',
    },
    'subscription-renews-itself': {
      title: 'Su plan {plan} se renueva el {date}',
      message: 'Antes se cobrarán {amount} con la forma de pago que eligió. Puede desactivarlo en la página de facturación.',
    },
    'subscription-refused': {
      title: 'Se rechazó la renovación automática de su plan {plan}',
      message: 'Pague {amount} hasta el {date} en la página de facturación para conservar el plan.',
    },
    'subscription-ends': {
      title: 'Tu plan {plan} termina el {date}',
      message: 'Lo has cancelado. Hasta entonces puedes reanudarlo en la página de facturación.',
    },
    'subscription-due': {
      title: 'El pago de tu plan {plan} está pendiente',
      message: 'Paga {amount} antes del {date} para conservar el plan. Después se aplicarán los límites del plan Free.',
    },
    'subscription-ended': {
      title: 'Tu plan de pago ha terminado',
      message: 'Ahora se aplican los límites del plan Free. No se ha eliminado nada y los agentes que superan el límite están en pausa.',
    },
    'subscription-changed': {
      title: 'Ahora tienes el plan {plan}',
      message: 'El cambio que elegiste ya está en vigor.',
    },
    'limit-near': {
      title: '{limit}: se ha usado el {percent} % de tu plan',
      message: 'Se han usado {used} de {allowed}. El plan {plan} permite más.',
    },
    'limit-reached': {
      title: '{limit}: se ha alcanzado el límite de tu plan',
      message: 'Se han usado {used} de {allowed}. El plan {plan} permite más.',
    },
    'top-up-cap': {
      title: 'No se hizo la recarga automática: se alcanzó el tope mensual',
      message: 'Suba el tope o recargue en la página de facturación.',
    },
    'top-up-mandate': {
      title: 'No se hizo la recarga automática: no hay ninguna tarjeta guardada',
      message: 'Recargue una vez en la página de facturación. Su tarjeta se guarda para las siguientes.',
    },
    'top-up-refused': {
      title: 'El proveedor de pagos rechazó la recarga automática',
      message: 'Recargue en la página de facturación. Mañana se intentará de nuevo.',
    },
    'plan-offered': {
      title: 'Tiene una oferta del plan {plan}: {amount} al mes',
      message: 'Es válida hasta el {date}. Vea sus límites y acéptela en la página de facturación.',
    },
    'credits-low': {
      title: 'Quedan pocos créditos de IA: {balance}',
      message: 'Recárguelos en la página de facturación para que sigan pagando los modelos.',
    },
    'usage-alert': {
      title: 'Los modelos de IA cuestan {cost} este mes',
      message: 'Supera los {amount} fijados en el análisis de uso.',
    },
    'metric-alert': { title: 'Alerta: {name}', message: '{metric}: {value}. El límite es {bound}.' },
    'metric-silent': { title: 'Alerta: {name}', message: 'No se contó nada: {metric}.' },
    'metric-resolved': { title: 'Resuelta: {name}', message: '{metric}: ahora {value}.' },
  },
  limits: {
    maxAgents: 'Agentes de IA',
    maxUsers: 'Miembros',
    storageBytes: 'Almacenamiento',
    apiCallsPerMonth: 'Llamadas a la API este mes',
    messagesPerMonth: 'Mensajes este mes',
    maxContacts: 'Contactos',
    runsPerMonth: 'Ejecuciones de agentes este mes',
    workflowRunsPerMonth: 'Ejecuciones de flujos este mes',
    tokensPerMonth: 'Tokens de modelos este mes',
  },
  roles: { OWNER: 'Propietario', ADMIN: 'Administrador', MEMBER: 'Usuario', VIEWER: 'Lector' },
  mail: { open: 'Abrir', why: 'Recibes este correo porque las notificaciones por correo están activadas. Cámbialo en tu perfil: {url}' },
  digest: {
    subject: 'Tu semana en {organization}',
    text: 'Lo que hicieron tus agentes de IA del {from} al {to}.',
    runs: 'Ejecuciones',
    success: 'Tasa de éxito',
    cost: 'Coste de IA',
    before: '{runs} la semana anterior',
    open: 'Abrir el panel',
    why: 'Recibes este correo cada lunes porque el resumen semanal está activado.',
    unsubscribe: 'Dejar de recibir el resumen semanal',
  },
}
