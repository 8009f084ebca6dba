@echo off
rem The isolde command on Windows, for a release, where isolde.jar lies beside this file.
rem ISOLDE_JAVA_OPTS is passed to the JVM, after the flags below.
setlocal
if not exist "%~dp0isolde.jar" (
  echo isolde: there is no isolde.jar beside %~f0; unpack a release, or build one: mvn -Prelease package -DskipTests 1>&2
  exit /b 2
)
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java.exe"
"%JAVA%" -version >nul 2>&1
if errorlevel 1 (
  echo isolde: Java not found; install a JDK 17 or newer, or set JAVA_HOME 1>&2
  exit /b 2
)
"%JAVA%" -XX:MaxRAMPercentage=75 -XX:-UsePerfData -XX:+UseParallelGC "-Disolde.cluster=%~dp0cluster\isolde-flink.jar" %ISOLDE_JAVA_OPTS% -jar "%~dp0isolde.jar" %*
exit /b %ERRORLEVEL%
