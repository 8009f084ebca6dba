package org.isolde.app.serve;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.isolde.app.Browser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Takes the pictures of docs/serve.md, wide and as on a telephone, from run folders that are there; only when asked for:
 * {@code mvn test -pl isolde-app -am -Dtest=Screenshots -Dsurefire.failIfNoSpecifiedTests=false
 * -Disolde.screenshots=/absolute/path/of/isolde-runs}.
 */
@Timeout(120)
class Screenshots {
    private static final int LARGEST = 200_000;

    @Test
    void ofTheListAndOfARun() throws Exception {
        String runs = System.getProperty("isolde.screenshots");
        assumeTrue(runs != null, "isolde.screenshots names no folder of runs");
        Path pictures = Path.of("..", "docs", "pictures");
        try (ServedRuns served = ServedRuns.readOnly(Path.of(runs));
                Browser browser = Browser.start()) {
            browser.dark(false);
            browser.resize(1400, 900);
            browser.open(served.url(""));
            browser.find("#runs tbody tr");
            take(browser, pictures.resolve("serve-list.png"));
            browser.resize(360, 1400);
            take(browser, pictures.resolve("serve-list-phone.png"));
            String violated = "";
            for (JsonNode run : served.json("api/runs").get("runs")) {
                if (violated.isEmpty() && run.get("verdict").asText().equals("violated")) {
                    violated = run.get("name").asText();
                }
            }
            browser.open(served.url("runs/" + violated));
            browser.find("#command");
            browser.resize(1400, 1400);
            take(browser, pictures.resolve("serve-run.png"));
            browser.resize(360, 1400);
            take(browser, pictures.resolve("serve-run-phone.png"));
        }
    }

    /** Packed as well as can be, which browsers don't. */
    private static void take(Browser browser, Path file) throws Exception {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
        ImageWriteParam parameters = writer.getDefaultWriteParam();
        parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        parameters.setCompressionQuality(0);
        Files.deleteIfExists(file);
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            BufferedImage seen = ImageIO.read(new ByteArrayInputStream(browser.screenshot()));
            writer.write(null, new IIOImage(seen, null, null), parameters);
        } finally {
            writer.dispose();
        }
        assertTrue(Files.size(file) < LARGEST, file + " has " + Files.size(file) + " bytes");
    }
}
