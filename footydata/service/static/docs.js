// Shows the OpenAPI document of this server. Nothing leaves the machine: no validator badge, no stored key.
// Swagger UI has dark colours for a class of the page, and leaves it to the page when they are shown.
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const colour = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", colour);
colour();

window.addEventListener("load", function () {
  window.ui = SwaggerUIBundle({
    url: "openapi.json",
    dom_id: "#swagger-ui",
    // It would put a link inside of each button, which no reader of the screen can take apart.
    deepLinking: false,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    docExpansion: "list",
    persistAuthorization: false,
    tryItOutEnabled: true,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis],
    layout: "BaseLayout",
  });
});
