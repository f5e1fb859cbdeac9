import type { LanguageCorpus } from './corpus.ts'

export const es: LanguageCorpus = {
  documents: [
    [
      'tienda-olivar.md',
      `# Tienda Olivar: ayuda para clientes

## Pedidos

Puede hacer su pedido en la web o por teléfono de lunes a viernes, de 9 a 14 horas. Recibirá una confirmación por correo electrónico. Hasta las 12 del mismo día puede modificarlo sin coste.

## Envíos

Enviamos a la Península en 48 horas y a Baleares en cinco días. Los gastos de envío son 4,95 euros; a partir de 60 euros son gratuitos. No servimos a Canarias ni al extranjero.

## Devoluciones

Tiene treinta días para devolver botellas sin abrir. Le reembolsamos el importe por el mismo medio de pago en un plazo de una semana. Los portes de la devolución corren de su cuenta, salvo que el producto llegue defectuoso.

## Botellas rotas

Si una botella llega rota, mándenos una foto en las 48 horas siguientes a la entrega. Le enviamos otra sin cargo.

## Formas de pago

Aceptamos tarjeta, transferencia y Bizum. El pago contra reembolso tiene un recargo de 3 euros. Las empresas pueden pagar a 30 días.

## Conservación del aceite

Guarde el aceite en un lugar fresco y oscuro. Cerrado se conserva 18 meses; una vez abierto, consúmalo antes de tres meses. Si se enturbia con el frío, no ha perdido calidad.

## Visitas a la almazara

Cada sábado a las 11 enseñamos la almazara, con cata de tres aceites. La visita dura hora y media y cuesta 12 euros; los menores de diez años entran gratis. Hay que reservar con antelación.
`,
    ],
    [
      'academia-sol.md',
      `# Academia Sol: normas y preguntas frecuentes

## Matrícula

La matrícula cuesta 40 euros y se paga una sola vez. Para inscribirse hacen falta una copia del documento de identidad y una fotografía. Las plazas se asignan por orden de llegada.

## Prueba de nivel

Antes de empezar hacemos una prueba de nivel gratuita de cuarenta minutos, en línea o en el centro. El resultado se comunica al día siguiente.

## Horarios

Los grupos de mañana van de 9:30 a 11:00, los de tarde de 18:00 a 19:30. Los sábados hay cursos intensivos de cuatro horas.

## Faltas de asistencia

Si falta a una clase, puede recuperarla en otro grupo del mismo nivel durante el mismo mes. Las clases particulares se anulan con 24 horas de antelación; si no, se cobran.

## Certificados

Entregamos un certificado a quien asiste al menos al 80 por ciento de las clases y aprueba el examen final. El duplicado cuesta 10 euros.

## Bajas

Para darse de baja hay que avisar antes del día 20 del mes; a partir de esa fecha se cobra el mes siguiente. El dinero de los meses no cursados se devuelve.

## Libros y material

Los libros no están incluidos en el precio. Se compran en la secretaría y cuestan entre 25 y 35 euros. Las grabaciones de audio se descargan gratis en el campus virtual.
`,
    ],
  ],
  tuning: {
    answered: [
      ['tienda-olivar.md#Envíos', '¿Cuánto tarda en llegar el paquete?'],
      ['tienda-olivar.md#Envíos', '¿Mandan aceite a Francia?'],
      ['tienda-olivar.md#Devoluciones', '¿Puedo cambiar de idea y devolver lo que compré?'],
      ['tienda-olivar.md#Botellas rotas', 'El cristal vino hecho pedazos, ¿qué hago?'],
      ['tienda-olivar.md#Formas de pago', '¿Cómo puedo pagar?'],
      ['tienda-olivar.md#Conservación del aceite', '¿Dónde debo guardar el aceite?'],
      ['academia-sol.md#Matrícula', '¿Qué papeles necesito para apuntarme?'],
      ['academia-sol.md#Prueba de nivel', '¿Cómo sabré en qué nivel estoy?'],
      ['academia-sol.md#Horarios', '¿Hay clases por la tarde?'],
      ['academia-sol.md#Faltas de asistencia', '¿Qué pasa si no puedo ir un día a clase?'],
      ['academia-sol.md#Bajas', '¿Cuándo tengo que avisar si quiero dejar el curso?'],
      ['academia-sol.md#Libros y material', '¿El libro va incluido?'],
    ],
    unanswerable: [
      '¿Venden también vino?',
      '¿Quién ganó el partido de ayer?',
      '¿Tienen residencia para estudiantes?',
      '¿Hay aparcamiento en la tienda?',
    ],
  },
  closed: {
    answered: [
      ['tienda-olivar.md#Pedidos', '¿Hasta qué hora puedo modificar mi pedido?'],
      ['tienda-olivar.md#Envíos', '¿A partir de qué importe no pago gastos de envío?'],
      ['tienda-olivar.md#Devoluciones', '¿Cuánto tardan en devolverme el dinero?'],
      ['tienda-olivar.md#Formas de pago', '¿Se puede pagar al recibir el paquete?'],
      ['tienda-olivar.md#Conservación del aceite', '¿Cuánto dura el aceite una vez abierta la botella?'],
      ['tienda-olivar.md#Visitas a la almazara', '¿Cuánto vale la visita para adultos?'],
      ['academia-sol.md#Matrícula', '¿Cuánto cuesta inscribirse?'],
      ['academia-sol.md#Prueba de nivel', '¿Es gratis el examen de nivel?'],
      ['academia-sol.md#Faltas de asistencia', '¿Se puede recuperar una clase perdida?'],
      ['academia-sol.md#Certificados', '¿Qué tengo que hacer para que me den el certificado?'],
      ['academia-sol.md#Bajas', '¿Me devuelven el dinero si me doy de baja?'],
      ['academia-sol.md#Horarios', '¿A qué hora empiezan los cursos de la mañana?'],
    ],
    unanswerable: [
      '¿Dan clases de guitarra?',
      '¿Cuál es la capital de Perú?',
      '¿Tienen tienda en Madrid?',
      '¿Puedo llevar a mi perro a la academia?',
    ],
  },
}
