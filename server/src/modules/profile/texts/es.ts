import type { ProfileTexts } from './texts.ts'

export const es: ProfileTexts = {
  confirmEmail: {
    subject: 'Confirma tu nueva dirección de correo',
    text: 'Tu cuenta de Imperium va a pasar a esta dirección. Confírmala y, desde entonces, iniciarás sesión con ella.',
    action: 'Confirmar la dirección',
    note: 'El enlace funciona una sola vez, durante una hora. Si no lo has pedido tú, ignora este correo: nada cambia.',
  },
  emailTaken: {
    subject: 'Esta dirección ya tiene una cuenta',
    text: 'Alguien ha pedido pasar una cuenta de Imperium a esta dirección. Ya pertenece a otra cuenta, así que no se ha cambiado nada.',
    note: 'Si has sido tú, inicia sesión con esta dirección o usa otra.',
  },
  emailRequested: {
    subject: 'Tu dirección de correo va a cambiar',
    text: 'Tu cuenta de Imperium pasará a {email} en cuanto se abra el enlace enviado allí. Hasta entonces nada cambia.',
    note: 'Si no has sido tú, cambia tu contraseña y cierra las demás sesiones de inmediato.',
  },
  emailChanged: {
    subject: 'Tu dirección de correo ha cambiado',
    text: 'Tu cuenta de Imperium usa ahora {email}. Esta dirección ya no la abre.',
    note: 'Si no has sido tú, avisa a tu administrador de inmediato.',
  },
  confirmDeletion: {
    subject: 'Confirma la eliminación de tu cuenta',
    text: 'Has pedido eliminar tu cuenta de Imperium. Cuando lo confirmes, se cerrarán todas las sesiones y la cuenta se borrará {days} días después.',
    action: 'Eliminar mi cuenta',
    note: 'El enlace funciona una sola vez, durante una hora. Si no has sido tú, ignora este correo y cambia tu contraseña.',
  },
  deletionScheduled: {
    subject: 'Tu cuenta se eliminará el {date}',
    text: 'Se han cerrado todas las sesiones de tu cuenta de Imperium. El {date} se borrarán la cuenta y tus datos personales.',
    action: 'Iniciar sesión para conservarla',
    note: 'Para conservar la cuenta, inicia sesión antes de ese día.',
  },
  deletionCancelled: {
    subject: 'Tu cuenta se conserva',
    text: 'Se ha cancelado la eliminación de tu cuenta de Imperium. No se ha borrado nada.',
    note: 'Si no has sido tú, cambia tu contraseña.',
  },
  accountErased: {
    subject: 'Tu cuenta se ha eliminado',
    text: 'Se han borrado tu cuenta de Imperium y tus datos personales. Este es el último correo a esta dirección.',
  },
  exportReady: {
    subject: 'Tus datos están listos',
    text: 'Todo lo que Imperium guarda sobre ti se ha reunido en un archivo. Puedes descargarlo hasta el {date}.',
    action: 'Abrir mi perfil',
    note: 'Por tu seguridad el archivo no va adjunto: inicia sesión para descargarlo.',
  },
}
